import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Alert } from '@/components/ui/alert'
import { Dialog } from '@/components/ui/dialog'
import { DoneButton } from '@/components/ui/done-button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import { noRefresh, useRefreshRecords, useWrite } from '@/hooks/use-write'
import { Refusal } from '@/lib/errors'
import type { Supabase } from '@/lib/supabase/browser-client'
import { DIDS } from '@/lib/supabase/constraints'
import { askForNumber, recordAnswer, type RegisteredNumber } from '@/lib/telephony/emergency-registration'
import { shownNumber } from '@/lib/validation/phone'
import { E911Address } from './e911-address'

export type E911Step = 'register' | 'confirm' | 'reject' | 'end'

interface Words {
  title: string
  question: string
  submit: string
  done: string
}

const WORDS: Record<E911Step, Words> = {
  register: {
    title: 'Register for 911',
    question: 'Responders go to this address when someone calls 911 from the number.',
    submit: 'Register',
    done: 'submitted for 911',
  },
  confirm: {
    title: 'Record confirmation',
    question: 'The carrier has confirmed the address.',
    submit: 'Record confirmation',
    done: 'confirmed for 911',
  },
  reject: {
    title: 'Record rejection',
    question: 'The carrier has rejected the address.',
    submit: 'Record rejection',
    done: 'rejected for 911',
  },
  end: {
    title: 'End 911 registration',
    question:
      'Dispatchers no longer get an address with 911 calls from this number. To undo this, register it again.',
    submit: 'End registration',
    done: 'no longer registered for 911',
  },
}

/** Asks for the input of a 911 registration step, performs it, and says what remains to be done by hand. */
export function E911Dialog({
  row,
  step,
  onClose,
}: {
  row: Pick<RegisteredNumber, 'id' | 'tenant_id' | 'number' | 'version' | 'e911_state'>
  step: E911Step
  onClose: () => void
}) {
  const refresh = useRefreshRecords()
  const write = useWrite(noRefresh)
  const [address, setAddress] = useState<string | null>(null)
  const [text, setText] = useState('')
  const dirty = address !== null || text !== ''
  const [error, setError] = useState<string>()
  const [note, setNote] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const draft = useDraft(`e911 ${row.id} ${step}`, null, dirty ? { address, text } : {}, (typed) => {
    setAddress(typed.address ?? null)
    setText(typed.text ?? '')
  })
  const { title, question, submit, done } = WORDS[step]
  const number = shownNumber(row.number)

  async function take(supabase: Supabase): Promise<string | null> {
    if (step === 'end') return askForNumber(row, { action: 'end' })
    if (step === 'register') return askForNumber(row, { action: 'register', address: address ?? '' })
    const answer =
      step === 'confirm'
        ? { to: 'confirmed' as const, reference: text.trim() }
        : { to: 'rejected' as const, reason: text.trim() }
    await recordAnswer(supabase, row, answer)
    return null
  }

  async function save() {
    if (step === 'register' && !address) setError('Choose an address.')
    else if (step === 'reject' && !text.trim()) setError('Enter the reason.')
    else {
      // Even a failed step may have changed something at the carrier.
      const left = await write(take, (todo) => (todo ? '' : `${number} is ${done}`))
        .catch((failure: unknown) => {
          if (step !== 'register' || !(failure instanceof Refusal) || failure.reason !== 'refused')
            throw failure
          // The carrier's refusal is recorded, so the number is not as it was when this form opened.
          setRefused(true)
          return failure.message
        })
        .finally(refresh)
      draft.forget()
      setNote(left)
      return left === null
    }
    return false
  }

  if (note) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        size="sm"
        title={refused ? `${number} was not registered` : `${number} is ${done}`}
        footer={<DoneButton onClick={onClose} />}
      >
        <Alert tone={refused ? 'danger' : 'warning'}>{note}</Alert>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={`${title}: ${number}`}
      description={question}
      submitLabel={submit}
      tone={step === 'end' || step === 'reject' ? 'danger' : 'primary'}
      size="sm"
      dirty={dirty}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      {step === 'register' ? (
        <E911Address
          value={address}
          error={error}
          onChange={(id) => {
            setAddress(id)
            setError(undefined)
          }}
        />
      ) : null}
      {step === 'confirm' ? (
        <FormRow label="Carrier’s reference" hint="The carrier’s ID for the registration, if it gave one.">
          <Input
            value={text}
            maxLength={DIDS.e911_reference.maxLength}
            onChange={(event) => setText(event.target.value)}
          />
        </FormRow>
      ) : null}
      {step === 'reject' ? (
        <FormRow label="Reason" required error={error}>
          <Textarea
            rows={3}
            maxLength={DIDS.e911_reason.maxLength}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setError(undefined)
            }}
          />
        </FormRow>
      ) : null}
    </FormDialog>
  )
}
