import { type SyntheticEvent, useId, useState } from 'react'
import { Uses } from '@/components/records/uses-list'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import { useRefreshRecords, useUses } from '@/hooks/use-record'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { extension } from '@/lib/resources/extension'
import { getSupabase } from '@/lib/supabase/browser-client'
import { type ExtensionRow, renumberExtension } from '@/lib/telephony/extension-client'

/** Gives an extension another number, and shows what keeps leading to it. */
export function RenumberDialog({ row, onClose }: { row: ExtensionRow; onClose: () => void }) {
  const formId = useId()
  const refresh = useRefreshRecords()
  const { data: uses, error, isValidating, mutate } = useUses('extensions', row.id)
  const [number, setNumber] = useState(row.extension)
  const [problem, setProblem] = useState<string>()
  const [working, setWorking] = useState(false)

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (working) return
    const wanted = number.trim()
    if (!/^[0-9]{2,7}$/.test(wanted)) return setProblem('An extension has 2 to 7 digits.')
    if (wanted === row.extension) return setProblem('This is its number already.')
    setWorking(true)
    setProblem(undefined)
    try {
      await renumberExtension(await getSupabase(), row, wanted)
      void notify('success', `${extension.label(row)} has the number ${wanted} now`)
      onClose()
      await refresh()
    } catch (thrown) {
      setProblem(failureMessage(thrown))
    } finally {
      setWorking(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissable={!working}
      fullScreenOnPhone={false}
      title={`Renumber ${extension.label(row)}`}
      footer={
        <>
          <Button onClick={onClose} disabled={working}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={working}>
            Renumber
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormRow label="New number" required error={problem} hint="Its voicemail moves along.">
          <Input
            inputMode="numeric"
            maxLength={7}
            value={number}
            onChange={(event) => setNumber(event.target.value)}
          />
        </FormRow>
        {!uses && error ? (
          <ErrorState message={failureMessage(error)} retrying={isValidating} onRetry={() => void mutate()} />
        ) : null}
        {!uses && !error ? <Skeleton className="h-10 w-full" /> : null}
        {uses?.length === 0 ? <p className="text-sm text-text-muted">Nothing refers to it.</p> : null}
        {uses && uses.length > 0 ? (
          <Alert tone="info" quiet title="These keep leading to it">
            <Uses uses={uses} />
          </Alert>
        ) : null}
      </form>
    </Dialog>
  )
}
