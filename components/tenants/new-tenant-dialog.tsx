import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FailureAlert } from '@/components/ui/failure-alert'
import { focusInvalid } from '@/components/ui/focus-invalid'
import { useDiscard } from '@/components/ui/use-discard'
import { useMember } from '@/hooks/use-member'
import { useNewTenant } from '@/hooks/use-new-tenant'
import type { Company } from '@/lib/live/sources'
import { mayCreateCompanies } from '@/lib/sales/create-records'
import { ChosenCompany } from './chosen-company'
import { NewCompanyDialog } from './new-company-dialog'
import { NewTenantFields } from './new-tenant-fields'
import { NewTenantStart } from './new-tenant-start'
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
  const tenant = useNewTenant({ template, forCompany, onClose })
  const { start, errors, report, working, touched, draft } = tenant
  const { permissions } = useMember()
  const [making, setMaking] = useState(false)
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  useEffect(() => focusInvalid(form.current), [errors])
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
            <Button onClick={report ? tenant.closeReport : close} disabled={working}>
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
        <form ref={form} id={formId} noValidate onSubmit={tenant.submit} className="flex flex-col gap-4">
          {report ? null : <DraftNotice {...draft} />}
          <FailureAlert text={tenant.failure} />
          {report ? (
            <SetupReportView report={report} from={start.from === 'file' ? 'file' : 'tenant'} />
          ) : (
            <>
              <ChosenCompany
                ref={choose}
                label="Company"
                chosen={tenant.company?.name}
                action="Choose a company"
                error={errors.company}
                onChoose={tenant.chooseCompany}
                onNew={mayCreateCompanies(permissions) ? () => setMaking(true) : undefined}
              />
              <NewTenantFields values={tenant.values} errors={errors} onChange={tenant.change} />
              <NewTenantStart
                start={start}
                withExtensions={tenant.withExtensions}
                error={errors.start}
                onStart={tenant.chooseStart}
                onWithExtensions={tenant.chooseExtensions}
              />
            </>
          )}
        </form>
      </Dialog>
      {making ? <NewCompanyDialog onClose={() => setMaking(false)} onMade={tenant.chooseCompany} /> : null}
      {question}
    </>
  )
}
