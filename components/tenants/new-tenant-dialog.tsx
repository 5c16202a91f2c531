import { useRouter } from 'next/router'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Combobox } from '@/components/ui/combobox'
import { Dialog } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { focusInvalid } from '@/components/ui/focus-invalid'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useDiscard } from '@/components/ui/use-discard'
import { useDraft } from '@/hooks/use-draft'
import { useMember } from '@/hooks/use-member'
import { useNewestDomains } from '@/hooks/use-setup-steps'
import { noRefresh, useWrite } from '@/hooks/use-write'
import { TIME_ZONES, zoneName } from '@/lib/dates/zones'
import { failureMessage, Refusal } from '@/lib/errors'
import type { Company } from '@/lib/live/sources'
import { tenantPath } from '@/lib/record-paths'
import { mayCreateCompanies } from '@/lib/sales/create-records'
import { codeOfName, newTenantSchema, proposedDomain } from '@/lib/tenants/new-tenant'
import { createTenant, createTenantFrom, type TenantSource } from '@/lib/tenants/setup-client'
import type { SetupReport } from '@/lib/tenants/setup-report'
import { ChosenCompany } from './chosen-company'
import { NewCompanyDialog } from './new-company-dialog'
import { NewTenantStart, type Start } from './new-tenant-start'
import { SetupReportView } from './setup-report-view'

type NewTenantDialogProps = {
  /** The tenant whose configuration is copied. */
  template?: { id: string; name: string }
  /** The company, if known. */
  forCompany?: Company
  onClose: () => void
}

/** Creates a tenant for a company. A copied configuration is previewed first. */
export function NewTenantDialog({ template, forCompany, onClose }: NewTenantDialogProps) {
  const router = useRouter()
  const write = useWrite()
  const check = useWrite(noRefresh)
  const formId = useId()
  // One id per dialog, so that sending it twice creates one tenant.
  const [id] = useState(() => crypto.randomUUID())
  const [company, setCompany] = useState<Company | null>(forCompany ?? null)
  const [values, setValues] = useState({
    // The proposed domain, until another is typed.
    domain: null as string | null,
    tenant_code: forCompany ? (forCompany.tenant_code ?? codeOfName(forCompany.name)) : '',
    time_zone: forCompany?.time_zone ?? 'America/New_York',
    extension_limit: '20',
  })
  const [start, setStart] = useState<Start>(template ? { from: 'tenant', template } : { from: 'nothing' })
  const [withExtensions, setWithExtensions] = useState(true)
  const { permissions } = useMember()
  const [making, setMaking] = useState(false)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const form = useRef<HTMLFormElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  useEffect(() => focusInvalid(form.current), [errors])
  const [failure, setFailure] = useState<string | null>(null)
  const [report, setReport] = useState<SetupReport | null>(null)
  const [working, setWorking] = useState(false)
  const domains = useNewestDomains() ?? []
  const domain = values.domain ?? proposedDomain(values.tenant_code, domains)
  const touched = company !== (forCompany ?? null) || values.domain !== null
  const draft = useDraft(
    `new-tenant ${template?.id ?? ''}`,
    null,
    touched ? { company, values } : {},
    (typed) => {
      setCompany(typed.company ?? null)
      if (typed.values) change(typed.values)
    },
  )

  function change(changed: Partial<typeof values>) {
    setValues({ ...values, ...changed })
    setErrors({})
    setReport(null)
  }

  function take(chosen: Company) {
    setCompany(chosen)
    change({
      tenant_code: chosen.tenant_code ?? codeOfName(chosen.name),
      time_zone: chosen.time_zone ?? values.time_zone,
    })
    if (chosen.domain_uuid) setErrors({ company: `${chosen.name} already has a tenant.` })
  }

  function refuse(error: unknown) {
    const column = error instanceof Refusal ? error.column : undefined
    setReport(null)
    if (column && (column === 'company' || column in values)) setErrors({ [column]: failureMessage(error) })
    else setFailure(failureMessage(error))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const source = sourceOf(start)
    const checked = newTenantSchema.safeParse({ ...values, domain, company: company?.id ?? '' })
    const found: Record<string, string | undefined> = {}
    for (const issue of checked.error?.issues ?? []) found[String(issue.path[0])] ??= issue.message
    if (company?.domain_uuid) found.company = `${company.name} already has a tenant.`
    if (start.from !== 'nothing' && !source) {
      found.start = start.from === 'tenant' ? 'Choose a company that has a tenant.' : 'Choose a file.'
    }
    setErrors(found)
    setFailure(null)
    if (!checked.success || Object.keys(found).length > 0) return
    const done = `${company?.name} now has a tenant`
    setWorking(true)
    try {
      if (source) {
        const dryRun = report === null
        const answer = await (dryRun ? check : write)(
          (supabase) => createTenantFrom(supabase, id, checked.data, source, { withExtensions, dryRun }),
          ({ problems }) => (dryRun || problems.length > 0 ? '' : done),
        )
        setReport(answer)
        if (dryRun || answer.problems.length > 0) return
      } else {
        await write((supabase) => createTenant(supabase, id, checked.data), done)
      }
      draft.forget()
      onClose()
      await router.push(tenantPath(id))
    } catch (error) {
      refuse(error)
    } finally {
      setWorking(false)
    }
  }

  const { close, question } = useDiscard(touched, () => {
    if (touched) draft.forget()
    onClose()
  })

  return (
    <>
      <Dialog
        open
        onOpenChange={close}
        dismissable={!working}
        initialFocus={forCompany ? undefined : choose}
        title={template ? `New tenant like ${template.name}` : 'New tenant'}
        footer={
          <>
            <Button onClick={report ? () => setReport(null) : close} disabled={working}>
              {report ? 'Back' : 'Cancel'}
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              loading={working}
              disabled={report !== null && report.problems.length > 0}
            >
              {start.from === 'nothing' || report ? 'Create tenant' : 'Check'}
            </Button>
          </>
        }
      >
        <form ref={form} id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
          {report ? null : <DraftNotice {...draft} />}
          {failure ? <Alert tone="danger">{failure}</Alert> : null}
          {report ? (
            <SetupReportView report={report} from={start.from === 'file' ? 'file' : 'tenant'} />
          ) : (
            <>
              <ChosenCompany
                ref={choose}
                label="Company"
                chosen={company?.name}
                action="Choose a company"
                error={errors.company}
                onChoose={take}
                onNew={mayCreateCompanies(permissions) ? () => setMaking(true) : undefined}
              />
              <div className="grid items-start gap-4 sm:grid-cols-2">
                <FormRow label="Domain" required error={errors.domain}>
                  <Input
                    value={domain}
                    maxLength={253}
                    placeholder="acme.pbx.example"
                    autoCapitalize="none"
                    spellCheck={false}
                    onChange={(event) => change({ domain: event.target.value })}
                  />
                </FormRow>
                <FormRow
                  label="Tenant code"
                  required
                  error={errors.tenant_code}
                  hint="Cannot be changed later."
                >
                  <Input
                    value={values.tenant_code}
                    maxLength={32}
                    autoCapitalize="none"
                    spellCheck={false}
                    onChange={(event) => change({ tenant_code: event.target.value })}
                  />
                </FormRow>
                <FormRow label="Time zone" required error={errors.time_zone}>
                  <Combobox
                    value={values.time_zone}
                    text={zoneName(values.time_zone)}
                    searchLabel="Find a time zone"
                    options={TIME_ZONES}
                    onSelect={(zone) => change({ time_zone: zone })}
                  />
                </FormRow>
                <FormRow label="Extension seats" required error={errors.extension_limit}>
                  <Input
                    inputMode="numeric"
                    value={values.extension_limit}
                    onChange={(event) => change({ extension_limit: event.target.value })}
                  />
                </FormRow>
              </div>
              <NewTenantStart
                start={start}
                withExtensions={withExtensions}
                error={errors.start}
                onStart={(chosen) => {
                  setStart(chosen)
                  setErrors({})
                  if (chosen.from === 'file' && chosen.configuration) {
                    const { time_zone, extension_limit } = chosen.configuration
                    change({ time_zone, extension_limit: String(extension_limit) })
                  }
                }}
                onWithExtensions={setWithExtensions}
              />
            </>
          )}
        </form>
      </Dialog>
      {making ? <NewCompanyDialog onClose={() => setMaking(false)} onMade={take} /> : null}
      {question}
    </>
  )
}

function sourceOf(start: Start): TenantSource | null {
  if (start.from === 'tenant') return start.template && { template: start.template.id }
  if (start.from === 'file') return start.configuration && { configuration: start.configuration }
  return null
}
