import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import { useRefreshRecords } from '@/hooks/use-record'
import { notify } from '@/lib/notify'
import { getSupabase } from '@/lib/supabase/browser-client'
import { askForNumber, type RegisteredNumber, recordAnswer } from '@/lib/telephony/emergency-registration'
import { formatNorthAmericanPhone } from '@/lib/validation/phone'
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
    question: 'Help is sent to this address when 911 is called from the number.',
    submit: 'Register',
    done: 'submitted for 911',
  },
  confirm: {
    title: 'Record the confirmation',
    question: 'The carrier has confirmed that it sends help to the address.',
    submit: 'Record the confirmation',
    done: 'confirmed for 911',
  },
  reject: {
    title: 'Record a rejection',
    question: 'The carrier does not send help to the address.',
    submit: 'Record the rejection',
    done: 'rejected for 911',
  },
  end: {
    title: 'End the 911 registration',
    question:
      'Dispatchers no longer get an address with calls from this number. Register it again to undo this.',
    submit: 'End the registration',
    done: 'no longer registered for 911',
  },
}

/** Asks for what a step of a number's 911 registration needs, takes it, and says what is left to do by hand. */
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
  const [address, setAddress] = useState<string | null>(null)
  const [text, setText] = useState('')
  const dirty = address !== null || text !== ''
  const [error, setError] = useState<string>()
  const [note, setNote] = useState<string | null>(null)
  const draft = useDraft(`e911 ${row.id} ${step}`, null, dirty ? { address, text } : {}, (typed) => {
    setAddress(typed.address ?? null)
    setText(typed.text ?? '')
  })
  const { title, question, submit, done } = WORDS[step]
  const number = formatNorthAmericanPhone(row.number) ?? row.number

  async function take(): Promise<string | null> {
    if (step === 'end') return askForNumber(row, { action: 'end' })
    if (step === 'register') return askForNumber(row, { action: 'register', address: address ?? '' })
    const answer =
      step === 'confirm'
        ? { to: 'confirmed' as const, reference: text.trim() }
        : { to: 'rejected' as const, reason: text.trim() }
    await recordAnswer(await getSupabase(), row, answer)
    return null
  }

  async function save() {
    if (step === 'register' && !address) setError('Choose an address.')
    else if (step === 'reject' && !text.trim()) setError('Say why.')
    else {
      const left = await take().finally(refresh)
      if (!left) void notify('success', `${number} is ${done}`)
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
        title={`${number} is ${done}`}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <Alert tone="warning">{note}</Alert>
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
        <FormRow label="Carrier’s reference" hint="What the carrier calls the registration, if it says so.">
          <Input value={text} maxLength={120} onChange={(event) => setText(event.target.value)} />
        </FormRow>
      ) : null}
      {step === 'reject' ? (
        <FormRow label="Reason" required error={error}>
          <Textarea
            rows={3}
            maxLength={500}
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
