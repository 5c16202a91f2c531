import { useState } from 'react'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { useTurns } from '@/hooks/use-turns'
import { failureMessage } from '@/lib/errors'
import { readConfiguration } from '@/lib/tenants/configuration'
import type { TenantStart } from '@/lib/tenants/new-tenant'
import { readTextFile } from '@/lib/text-file'
import { ChosenCompany } from './chosen-company'

const STARTS = [
  { value: 'nothing', label: 'Settings only' },
  { value: 'tenant', label: 'The configuration of another tenant' },
  { value: 'file', label: 'An exported configuration' },
]
const FRESH: Record<string, TenantStart> = {
  tenant: { from: 'tenant', template: null },
  file: { from: 'file', name: '', configuration: null },
}

type NewTenantStartProps = {
  start: TenantStart
  withExtensions: boolean
  /** Why the chosen source cannot be used. */
  error: string | undefined
  onStart: (start: TenantStart) => void
  onWithExtensions: (withExtensions: boolean) => void
}

/** Selects what a new tenant starts with: nothing, another tenant's configuration, or one from a file. */
export function NewTenantStart({
  start,
  withExtensions,
  error,
  onStart,
  onWithExtensions,
}: NewTenantStartProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const begin = useTurns()

  async function read(file: File) {
    const isLatest = begin()
    try {
      setProblem(null)
      const { text } = await readTextFile(file, 'utf-8')
      if (!isLatest()) return
      onStart({ from: 'file', name: file.name, configuration: readConfiguration(text) })
    } catch (failure) {
      if (!isLatest()) return
      onStart({ from: 'file', name: file.name, configuration: null })
      setProblem(failureMessage(failure))
    }
  }

  return (
    <>
      <FormRow label="Starts with">
        <Select
          options={STARTS}
          value={start.from}
          onChange={(event) => {
            begin()
            setProblem(null)
            onStart(FRESH[event.target.value] ?? { from: 'nothing' })
          }}
        />
      </FormRow>
      {start.from === 'tenant' ? (
        <ChosenCompany
          label="Template"
          chosen={start.template?.name}
          action="Choose a tenant"
          error={error}
          onChoose={({ domain_uuid, name }) =>
            onStart({ from: 'tenant', template: domain_uuid ? { id: domain_uuid, name } : null })
          }
        />
      ) : null}
      {start.from === 'file' ? (
        <FormRow
          label="Configuration file"
          error={problem ?? error}
          hint={start.configuration ? `Exported from ${start.configuration.domain}.` : undefined}
        >
          <Input
            type="file"
            accept=".json,application/json"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) void read(file)
            }}
          />
        </FormRow>
      ) : null}
      {start.from === 'nothing' ? null : (
        <Switch
          label="With its extensions"
          hint="Without them, routes to an extension are left out or must be chosen again."
          checked={withExtensions}
          onChange={(event) => onWithExtensions(event.target.checked)}
        />
      )}
    </>
  )
}
