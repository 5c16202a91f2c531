import { type SyntheticEvent, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { useAttempt } from '@/hooks/use-attempt'
import { postJson } from '@/lib/fetcher'
import type { PublicQuote } from '@/lib/sales/public-quote'
import { publicQuoteApi } from '@/lib/sales/quote-mail'

/** The customer's answer: who accepts the quote, or who declines it and why. */
export function AnswerForm({ link, onAnswered }: { link: string; onAnswered: (quote: PublicQuote) => void }) {
  const [name, setName] = useState('')
  const [declining, setDeclining] = useState(false)
  const [reason, setReason] = useState('')
  const { attempt, working, failure } = useAttempt()

  function answer(event: SyntheticEvent) {
    event.preventDefault()
    const decision = declining ? 'declined' : 'accepted'
    void attempt(async () => {
      onAnswered(await postJson<PublicQuote>(publicQuoteApi(link), { decision, name: name.trim(), reason }))
    })
  }

  return (
    <Card title={declining ? 'Decline this quote' : 'Accept this quote'}>
      <form onSubmit={answer} className="flex flex-col gap-3">
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        <FormRow label="Your name" required>
          <Input
            value={name}
            maxLength={128}
            autoComplete="name"
            onChange={(event) => setName(event.target.value)}
          />
        </FormRow>
        {declining ? (
          <FormRow label="Reason">
            <Textarea
              rows={3}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </FormRow>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant={declining ? 'danger' : 'primary'}
            loading={working}
            disabled={name.trim() === ''}
          >
            {declining ? 'Decline' : 'Accept'}
          </Button>
          <Button variant="ghost" disabled={working} onClick={() => setDeclining(!declining)}>
            {declining ? 'Back' : 'Decline instead'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
