import { dequal } from 'dequal'
import { useRouter } from 'next/router'
import { type SyntheticEvent, useState } from 'react'
import { failureMessage, isUnanswered, Refusal } from '@/lib/errors'
import type { Company } from '@/lib/live/sources'
import { tenantPath } from '@/lib/record-paths'
import {
  codeOfName,
  type NewTenant,
  newTenantSchema,
  proposedDomain,
  sourceOf,
  type TenantStart,
} from '@/lib/tenants/new-tenant'
import { createTenant, createTenantFrom } from '@/lib/tenants/setup-client'
import type { SetupReport } from '@/lib/tenants/setup-report'
import { useDraft } from './use-draft'
import { useNewestDomains } from './use-setup-steps'
import { useTurns } from './use-turns'
import { noRefresh, useWrite } from './use-write'

/** Texts of the form, as typed. */
export interface NewTenantValues {
  domain: string
  tenant_code: string
  time_zone: string
  extension_limit: string
}

type Errors = Record<string, string | undefined>

const hasTenant = ({ name }: Company) => `${name} already has a tenant.`

function firstErrors(company: Company | null, start: TenantStart, values: NewTenantValues) {
  const checked = newTenantSchema.safeParse({ ...values, company: company?.id ?? '' })
  const errors: Errors = {}
  for (const issue of checked.error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message
  if (company?.domain_uuid) errors.company = hasTenant(company)
  if (start.from !== 'nothing' && !sourceOf(start)) {
    errors.start = start.from === 'tenant' ? 'Choose a company that has a tenant.' : 'Choose a file.'
  }
  return { tenant: checked.data, errors }
}

interface NewTenantOptions {
  /** The tenant whose configuration is copied. */
  template: { id: string; name: string } | undefined
  /** The company, if known. */
  forCompany: Company | undefined
}

/** The form's input and its draft. `onChange` gets the errors known at once. */
function useInput({ template, forCompany }: NewTenantOptions, onChange: (errors: Errors) => void) {
  const [company, setCompany] = useState<Company | null>(forCompany ?? null)
  const [begun] = useState({
    // The proposed domain, until another is typed.
    domain: null as string | null,
    tenant_code: forCompany ? (forCompany.tenant_code ?? codeOfName(forCompany.name)) : '',
    time_zone: forCompany?.time_zone ?? 'America/New_York',
    extension_limit: '20',
  })
  const [typed, setTyped] = useState(begun)
  const [start, setStart] = useState<TenantStart>(
    template ? { from: 'tenant', template } : { from: 'nothing' },
  )
  const [withExtensions, setWithExtensions] = useState(true)
  const domains = useNewestDomains() ?? []
  const touched = company !== (forCompany ?? null) || !dequal(typed, begun)
  const draft = useDraft(
    `new-tenant ${template?.id ?? ''}`,
    null,
    touched ? { company, values: typed } : {},
    (kept) => {
      setCompany(kept.company ?? null)
      if (kept.values) change(kept.values)
    },
  )

  function change(changed: Partial<typeof typed>, errors: Errors = {}) {
    setTyped({ ...typed, ...changed })
    onChange(errors)
  }

  return {
    company,
    values: { ...typed, domain: typed.domain ?? proposedDomain(typed.tenant_code, domains) },
    start,
    withExtensions,
    chooseExtensions(chosen: boolean) {
      setWithExtensions(chosen)
      onChange({})
    },
    touched,
    draft,
    change: (changed: Partial<NewTenantValues>) => change(changed),
    chooseCompany(chosen: Company) {
      setCompany(chosen)
      change(
        {
          tenant_code: chosen.tenant_code ?? codeOfName(chosen.name),
          time_zone: chosen.time_zone ?? typed.time_zone,
        },
        chosen.domain_uuid ? { company: hasTenant(chosen) } : {},
      )
    },
    chooseStart(chosen: TenantStart) {
      setStart(chosen)
      if (chosen.from !== 'file' || !chosen.configuration) return onChange({})
      const { time_zone, extension_limit } = chosen.configuration
      change({ time_zone, extension_limit: String(extension_limit) })
    },
  }
}

/** Input, preview and creation of a new tenant, which opens once it is created. */
export function useNewTenant({ onClose, ...options }: NewTenantOptions & { onClose: () => void }) {
  const router = useRouter()
  const write = useWrite()
  const check = useWrite(noRefresh)
  // The same each time, so that sending it twice creates one tenant. An empty tenant is never taken for a copy whose answer was lost.
  const [ids] = useState(() => ({ empty: crypto.randomUUID(), copy: crypto.randomUUID() }))
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [report, setReport] = useState<SetupReport | null>(null)
  const [working, setWorking] = useState(false)
  const begin = useTurns()
  const input = useInput(options, (known) => {
    // A preview of what was typed before no longer counts.
    begin()
    setErrors(known)
    setReport(null)
  })
  const { company, values, start, withExtensions, draft } = input
  const id = start.from === 'nothing' ? ids.empty : ids.copy

  function refuse(error: unknown) {
    const column = error instanceof Refusal ? error.column : undefined
    // Without an answer, it may be created by now: it is sent again as it was previewed.
    if (!isUnanswered(error)) setReport(null)
    if (column && (column === 'company' || column in values)) setErrors({ [column]: failureMessage(error) })
    else setFailure(failureMessage(error))
  }

  /** Creates the tenant, or previews a copied configuration first. Resolves to whether the tenant was created. */
  async function create(tenant: NewTenant): Promise<boolean> {
    const source = sourceOf(start)
    const done = `${company?.name} now has a tenant`
    if (!source) {
      await write((supabase) => createTenant(supabase, id, tenant), done)
      return true
    }
    const dryRun = report === null
    const isLatest = begin()
    try {
      const answer = await (dryRun ? check : write)(
        (supabase) => createTenantFrom(supabase, id, tenant, source, { withExtensions, dryRun }),
        ({ problems }) => (dryRun || problems.length > 0 ? '' : done),
      )
      if (isLatest()) setReport(answer)
      return !dryRun && answer.problems.length === 0
    } catch (error) {
      if (dryRun && !isLatest()) return false
      throw error
    }
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (working) return
    const { tenant, errors: found } = firstErrors(company, start, values)
    setErrors(found)
    setFailure(null)
    if (!tenant || Object.keys(found).length > 0) return
    setWorking(true)
    try {
      if (!(await create(tenant))) return
      draft.forget()
      onClose()
      await router.push(tenantPath(id))
    } catch (error) {
      refuse(error)
    } finally {
      setWorking(false)
    }
  }

  return { ...input, errors, failure, report, working, closeReport: () => setReport(null), submit }
}
