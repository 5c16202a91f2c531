import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { RejectedLines } from '@/components/numbers/rejected-lines'
import { FormRow } from '@/components/ui/form-row'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import { useWrite } from '@/hooks/use-write'
import { formatFigure } from '@/lib/figures'
import { readNumberLines } from '@/lib/numbers/number-lines'
import { addToOpportunity, MAX_NUMBERS } from '@/lib/numbers/port-orders'
import { countOf } from '@/lib/words'

/** Adds pasted numbers to an opportunity for porting; bad lines are reported. */
export function AddNumbersDialog({ opportunityId, onClose }: { opportunityId: string; onClose: () => void }) {
  const write = useWrite()
  const [text, setText] = useState('')
  const draft = useDraft(`numbers-to-port ${opportunityId}`, null, text === '' ? {} : { text }, (typed) =>
    setText(typed.text ?? ''),
  )
  const { numbers, bad, remarks } = readNumberLines(text)
  const tooMany = numbers.length > MAX_NUMBERS

  async function add() {
    await write((supabase) => addToOpportunity(supabase, opportunityId, numbers))
    return true
  }

  return (
    <FormDialog
      title="Add numbers to port"
      submitLabel={numbers.length === 0 ? 'Add numbers' : `Add ${countOf(numbers.length, 'number')}`}
      dirty={text.trim() !== ''}
      draft={draft}
      ready={numbers.length > 0 && !tooMany}
      onSave={add}
      onClose={onClose}
    >
      <FormRow
        label="Numbers"
        hint="Paste them as they are, in any format, with or without names beside them."
        error={tooMany ? `Add at most ${formatFigure(MAX_NUMBERS)} at a time.` : undefined}
      >
        <Textarea
          rows={8}
          className="numeric"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </FormRow>
      <RejectedLines bad={bad} remarks={remarks} />
    </FormDialog>
  )
}
