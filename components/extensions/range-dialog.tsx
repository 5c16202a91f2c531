import { type SyntheticEvent, useId, useRef, useState } from 'react'
import useSWR from 'swr'
import { ReferenceSelect } from '@/components/records/reference-select'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useDraft } from '@/hooks/use-draft'
import { useRefreshRecords } from '@/hooks/use-record'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { useTenantSettings } from '@/hooks/use-tenant-settings'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { getSupabase } from '@/lib/supabase/browser-client'
import { addExtensions, freeNumbers } from '@/lib/telephony/extension-client'
import { extensionRange, firstFreeRange, LONGEST_RANGE, rangeText } from '@/lib/telephony/extension-range'
import { inExtensionRange } from '@/lib/telephony/tenant-settings'

const LIKE = {
  table: 'extensions',
  columns: ['extension', 'effective_caller_id_name'],
  noun: 'extension',
} as const

/** Adds a range of extensions at once, all or none, with a preview of their numbers and names. */
export function RangeDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const tenant = useCurrentTenant()
  const refresh = useRefreshRecords()
  const { settings } = useTenantSettings(tenant.id)
  const low = settings?.extension_low.value
  const high = settings?.extension_high.value
  const { data: free } = useSWR(
    low && high ? (['records', 'free-number', tenant.id, low, high] as const) : null,
    async ([, , id, from, to]) => freeNumbers(await getSupabase(), id, [from, to], LONGEST_RANGE),
  )
  const [typedFirst, setFirst] = useState<string | null>(null)
  const [count, setCount] = useState('20')
  const [namePattern, setNamePattern] = useState('')
  const [like, setLike] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const ids = useRef(new Map<string, string>())

  const dirty = typedFirst !== null || count !== '20' || namePattern !== '' || like !== null
  const draft = useDraft(
    `extension-range ${tenant.id}`,
    null,
    dirty ? { typedFirst, count, namePattern, like } : {},
    (typed) => {
      setFirst(typed.typedFirst ?? null)
      setCount(typed.count ?? count)
      setNamePattern(typed.namePattern ?? '')
      setLike(typed.like ?? null)
    },
  )
  const first = typedFirst ?? firstFreeRange(free ?? [], Number(count)) ?? ''
  const made = extensionRange({ first: first.trim(), count: Number(count), namePattern })
  const problem = typeof made === 'string' ? made : undefined
  const items = typeof made === 'string' ? [] : made
  const seatsLeft = tenant.extension_limit - tenant.extensions
  const outside = settings && items.some(({ number }) => !inExtensionRange(number, settings))

  function cancel() {
    if (dirty) draft.forget()
    onClose()
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    setAsked(true)
    if (problem || working) return
    setWorking(true)
    setFailure(null)
    try {
      await addExtensions(
        await getSupabase(),
        tenant.id,
        items.map((item) => ({ ...item, id: idFor(item.number) })),
        like,
      )
      draft.forget()
      void notify('success', `Added ${items.length} extensions, ${rangeText(items)}`)
      onClose()
      await refresh()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setWorking(false)
    }
  }

  /** The same for the same number, so that trying again after a lost answer adds nothing twice. */
  function idFor(number: string): string {
    const id = ids.current.get(number) ?? crypto.randomUUID()
    ids.current.set(number, id)
    return id
  }

  return (
    <Dialog
      open
      onOpenChange={cancel}
      dismissable={!working}
      title="Add a range of extensions"
      description="All of them are added, or none."
      footer={
        <>
          <Button onClick={cancel} disabled={working}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={working}>
            {items.length > 0 ? `Add ${items.length} extensions` : 'Add'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <DraftNotice {...draft} />
        {failure ? (
          <Alert tone="danger" title="Nothing was added">
            {failure}
          </Alert>
        ) : null}
        <div className="grid gap-4 sm:grid-cols-2">
          <FormRow label="First number" required error={asked ? problem : undefined}>
            <Input
              inputMode="numeric"
              maxLength={7}
              value={first}
              onChange={(event) => setFirst(event.target.value)}
            />
          </FormRow>
          <FormRow label="How many" required hint={`At most ${LONGEST_RANGE}.`}>
            <Input inputMode="numeric" value={count} onChange={(event) => setCount(event.target.value)} />
          </FormRow>
        </div>
        <FormRow label="Names" hint="{n} counts from 1, {number} is the extension. For instance: Desk {n}">
          <Input value={namePattern} onChange={(event) => setNamePattern(event.target.value)} />
        </FormRow>
        <FormRow
          label="Settings like"
          hint="Caller IDs, voicemail, limits and recording are taken from it; forwarding is not."
        >
          <ReferenceSelect to={LIKE} value={like} onChange={setLike} noneLabel="The usual ones" />
        </FormRow>
        {items.length > 0 ? (
          <p className="text-sm text-text-muted">
            <span className="numeric font-medium text-text">{rangeText(items)}</span>
            {items[0]?.name
              ? `: ${items[0].name}${items.length > 1 ? ` … ${items.at(-1)?.name}` : ''}`
              : null}
          </p>
        ) : null}
        {items.length > seatsLeft ? (
          <Alert tone="warning" quiet>
            {`${tenant.extensions} of ${tenant.extension_limit} seats are in use; ${items.length} more do not fit.`}
          </Alert>
        ) : null}
        {outside ? (
          <Alert tone="warning" quiet>
            {`The tenant's extensions are numbered from ${low} to ${high}.`}
          </Alert>
        ) : null}
      </form>
    </Dialog>
  )
}
