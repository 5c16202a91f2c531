import { CodeForm } from '@/components/account/code-form'
import { Dialog } from '@/components/ui/dialog'
import { enterCode } from '@/lib/session/second-factor'

/** Above the dialogs that open it. */
const Z_INDEX = 80

/** Asks the user for another authenticator code. */
export default function ConfirmCodeDialog({
  onConfirmed,
  onCancel,
}: {
  onConfirmed: () => void
  onCancel: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title="Enter a code from your authenticator app"
      description="This needs a sign-in within the last ten minutes."
      size="sm"
      fullScreenOnPhone={false}
      zIndex={Z_INDEX}
    >
      <CodeForm
        submitLabel="Continue"
        enter={async (code) => {
          await enterCode(code)
          onConfirmed()
        }}
        cancel={{ label: 'Cancel', act: onCancel }}
      />
    </Dialog>
  )
}
