import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { failureOf } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useMember } from '@/hooks/use-member'
import { useCompaniesFound, useCompanyName } from '@/hooks/use-opportunity'
import { useAction } from '@/hooks/use-write'
import { createCompany, mayCreateCompanies } from '@/lib/sales/create-records'
import { findCompanies } from '@/lib/sales/opportunity'
import type { Supabase } from '@/lib/supabase/browser-client'

/** The company of the opportunity in the surrounding form, with type-ahead. */
export function CompanyField({ onChanged }: { onChanged: () => void }) {
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController<{ company_id: string }>({ name: 'company_id' })
  const [words, setWords] = useState('')
  const latest = useRef('')
  // Created again after a lost response, it is the same company.
  const asked = useRef({ id: '', name: '' })
  const around = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  const chosen = useCompanyName(value)
  const found = useCompaniesFound(words)
  const { member, permissions } = useMember()
  const { act, pending } = useAction()
  const mayCreate = mayCreateCompanies(permissions)

  function type(text: string) {
    latest.current = text
    setWords(text)
  }

  /** Replaces the field with a button, or the button with the field. Focus moves along, unless it is elsewhere by then. */
  function choose(id: string) {
    const active = document.activeElement
    moved.current = Boolean(around.current?.contains(active) || active?.contains(around.current))
    onChange(id)
    type('')
    onChanged()
  }

  const arrive = (control: HTMLElement | null) => {
    if (!control || !moved.current) return
    moved.current = false
    control.focus()
  }

  /** Unless another was chosen, or something else typed, before the answer. */
  function chooseAnswer(id: string) {
    if (latest.current === words) choose(id)
  }

  /** Returns its name. */
  async function createTyped(supabase: Supabase): Promise<string> {
    const name = words.trim()
    if (asked.current.name !== name) asked.current = { id: crypto.randomUUID(), name }
    const { id } = asked.current
    await createCompany(supabase, { id, name, owner_id: member?.id ?? null })
    chooseAnswer(id)
    return name
  }

  const createdNotice = (created: string) => created && `${created} created`
  const create = () => act(createTyped, createdNotice)

  /** Chooses the first company found, or creates one if there is none, without waiting for the list. */
  const chooseTyped = () =>
    act(async (supabase) => {
      const [first] = await findCompanies(supabase, words.trim())
      if (!first && mayCreate) return createTyped(supabase)
      if (first) chooseAnswer(first.id)
      return ''
    }, createdNotice)

  if (value) {
    return (
      <div ref={around} className="flex min-w-0 flex-col gap-1.5">
        <span className="text-sm font-medium">Company</span>
        <span className="flex min-h-8 items-center justify-between gap-2">
          <span className="min-w-0 truncate">{chosen.data ?? '…'}</span>
          <Button ref={arrive} size="sm" onClick={() => choose('')}>
            Change <span className="sr-only">the company</span>
          </Button>
        </span>
      </div>
    )
  }
  return (
    <div ref={around} className="flex min-w-0 flex-col gap-1.5">
      <FormRow label="Company" required error={fieldState.error?.message}>
        <Input
          ref={(input) => {
            ref(input)
            arrive(input)
          }}
          type="search"
          autoComplete="off"
          placeholder="Type its name, code or phone"
          value={words}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // It would submit the form before a company is chosen.
            event.preventDefault()
            if (words.trim().length > 1 && !pending) void chooseTyped()
          }}
        />
      </FormRow>
      {words.trim().length > 1 && !found.data ? failureOf(found) : null}
      {words.trim().length > 1 && found.data ? (
        <ul aria-label="Companies found" className="rounded-md border border-border bg-surface py-1">
          {found.data.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                className="w-full truncate px-3 py-1.5 text-left text-base hover:bg-surface-hover touch:py-2.5"
                onClick={() => choose(id)}
              >
                {name}
              </button>
            </li>
          ))}
          {found.data.length === 0 ? (
            <li className="px-3 py-1.5 text-sm text-text-muted">No company has that name, code or phone.</li>
          ) : null}
          {mayCreate ? (
            <li>
              <button
                type="button"
                disabled={pending}
                className="w-full truncate px-3 py-1.5 text-left text-base font-medium text-accent-text hover:bg-surface-hover touch:py-2.5"
                onClick={() => void create()}
              >
                Create “{words.trim()}”
              </button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  )
}
