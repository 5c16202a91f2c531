import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NuqsTestingAdapter, type UrlUpdateEvent } from 'nuqs/adapters/testing'
import { type ReactNode, useState } from 'react'
import { SWRConfig } from 'swr'
import { vi } from 'vitest'
import { z } from 'zod'
import { InitialDataContext } from '@/hooks/initial-data'
import { TenantContext } from '@/hooks/use-tenant'
import { FETCHING_DEFAULTS } from '@/lib/fetching-defaults'
import { text, textarea, toggle } from '@/lib/records/field-builders'
import { defineResource } from '@/lib/records/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import { type DestinationRecord, groupDestinations } from '@/lib/telephony/destinations'
import type { Tenant } from '@/lib/tenants/tenant'

export const TENANT = {
  id: '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35',
  domain: 'harbor.pbx.example',
  time_zone: 'America/New_York',
} as Tenant

/** A kind of record with a field of each everyday kind, over a table that every build has. */
export const extension = defineResource({
  table: 'extensions',
  section: 'telephony',
  noun: 'extension',
  plural: 'extensions',
  fields: {
    extension: text({
      label: 'Number',
      required: true,
      rule: z.string().regex(/^[0-9]{2,7}$/, 'Enter an extension of 2 to 7 digits.'),
    }),
    effective_caller_id_name: text({ label: 'Name', bulk: true }),
    enabled: toggle({ label: 'Enabled', start: true, bulk: true }),
    description: textarea({ label: 'Description', maxLength: 255 }),
  },
  columns: [
    { id: 'extension', sortable: true },
    { id: 'effective_caller_id_name', sortable: true },
    { id: 'enabled' },
  ],
  search: 'Number or name',
  filters: [
    {
      name: 'enabled',
      label: 'State',
      options: [
        { value: 'true', label: 'Enabled' },
        { value: 'false', label: 'Disabled' },
      ],
    },
  ],
  sort: { column: 'extension' },
  importKey: ['extension'],
  essentials: ['extension', 'effective_caller_id_name'],
  unique: ['extension'],
  label: (row) => `${row.extension} ${row.effective_caller_id_name}`.trim(),
})

export const answer = <Data,>(data: Data) => ({ data, error: null, status: 200 })
export const refusal = (code: string, message: string, details: string | null = null) => ({
  data: null,
  error: { code, message, details },
  status: 400,
})

/** The chain that supabase-js builds for a table; awaiting it answers what `rows` says. */
export function tableOf(rows: () => unknown) {
  const chain: Record<string, unknown> = {}
  for (const step of [
    'select',
    'eq',
    'match',
    'neq',
    'gte',
    'lte',
    'is',
    'in',
    'order',
    'delete',
    'limit',
    'range',
  ])
    chain[step] = vi.fn(() => chain)
  chain.maybeSingle = vi.fn(async () => rows())
  chain.then = (resolve: (value: unknown) => void) => Promise.resolve(rows()).then(resolve)
  return chain
}

/** What the API answers where a test's database lists these destinations. */
export const listedByApi = async (): Promise<unknown> => {
  const listed = (await getSupabase()).rpc('tenant_destinations', { tenant: TENANT.id })
  return groupDestinations(((await listed).data ?? []) as DestinationRecord[])
}

/** Has the app's API answer what `api` says of a path; it cannot be reached when that throws. */
export function answerFetches(api: (path: string) => unknown = listedByApi) {
  vi.stubGlobal('fetch', async (path: string) => Response.json(await api(path)))
}

/** Renders within a tenant, an address and an empty cache; nothing that another test read ahead is there. */
export function open(content: ReactNode, address = '', api?: (path: string) => unknown) {
  answerFetches(api)
  const onUrlUpdate = vi.fn<(event: UrlUpdateEvent) => void>()
  const nothing = { user: undefined, at: 0, questions: undefined, fresh: new Set<string>(), ahead: new Map() }
  const { unmount } = render(
    <SWRConfig
      value={{
        compare: FETCHING_DEFAULTS.compare,
        provider: () => new Map(),
        shouldRetryOnError: false,
        dedupingInterval: 0,
      }}
    >
      <NuqsTestingAdapter searchParams={address} onUrlUpdate={onUrlUpdate} hasMemory>
        <InitialDataContext value={nothing}>
          <TenantContext value={TENANT}>{content}</TenantContext>
        </InitialDataContext>
      </NuqsTestingAdapter>
    </SWRConfig>,
  )
  return { onUrlUpdate, unmount, user: userEvent.setup() }
}

/** Whether the page asks before it is closed or reloaded. */
export const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Renders a dialog that is gone once it closes itself or is closed, as on a page. `onClose` counts both. */
export function openDialog(dialog: (onClose: () => void) => ReactNode) {
  const onClose = vi.fn()
  function Closing() {
    const [isOpen, setOpen] = useState(true)
    onClose.mockImplementation(() => setOpen(false))
    return isOpen ? dialog(onClose) : null
  }
  return { ...open(<Closing />), onClose }
}

/** Renders a dialog about something that its page shows, which `reload` replaces, as after someone else's save. */
export function openOver<Shown>(shown: Shown, dialog: (shown: Shown, onClose: () => void) => ReactNode) {
  let replace: (now: Shown) => void = () => {}
  function Page({ onClose }: { onClose: () => void }) {
    const [now, setNow] = useState(shown)
    replace = (newer) => setNow(newer)
    return dialog(now, onClose)
  }
  const opened = openDialog((close) => <Page onClose={close} />)
  return { ...opened, reload: (newer: Shown) => act(() => replace(newer)) }
}
