import { Alert } from '@/components/ui/alert'

/** What a new number means for the phones. `quiet`: shown from the start. */
export function RenumberedPhones({ number, quiet }: { number: string; quiet?: boolean }) {
  return (
    <Alert tone="warning" quiet={quiet} title="Its phones stop working until they fetch their configuration">
      They are asked to at once. Until then they cannot call, not even 911. Restart those that stay
      unregistered. Keys for it on other phones dial {number} until those phones fetch theirs.
    </Alert>
  )
}
