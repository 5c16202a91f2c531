import { useId, useState } from 'react'
import { CallingEncodingField } from '@/components/common/calling-encoding-field'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { useTurns } from '@/hooks/use-turns'
import { failureMessage } from '@/lib/errors'
import { formatFigure } from '@/lib/figures'
import type { NumberLines } from '@/lib/numbers/number-lines'
import { type Encoding, readTextFile } from '@/lib/text-file'
import { countOf } from '@/lib/words'
import { RejectedLines } from './rejected-lines'

/** Larger files cannot be number lists. */
const MAX_FILE_BYTES = 1_000_000

export interface NumberInputProps {
  text: string
  onChange: (text: string, fromFile: boolean) => void
  read: NumberLines
  most: number
  /** "Check" */
  verb: string
  working: boolean
  onSubmit: () => void
  onProblem: (message: string) => void
}

/** A file with a guessed encoding, and the lines that show whether it is right. */
interface Doubtful {
  file: File
  encoding: Encoding
  lines: string[]
}

/** Phone numbers, pasted or from a file; bad lines are reported, the rest remains usable. */
export function NumberInput({
  text,
  onChange,
  read,
  most,
  verb,
  working,
  onSubmit,
  onProblem,
}: NumberInputProps) {
  const form = useId()
  const { numbers, bad, remarks, repeated } = read
  const count = countOf(numbers.length, 'number')
  const tooMany = numbers.length > most
  const [doubtful, setDoubtful] = useState<Doubtful | null>(null)
  const begin = useTurns()

  async function take(file: File | undefined, chosen?: Encoding) {
    if (!file) return
    const isLatest = begin()
    if (file.size > MAX_FILE_BYTES) {
      onProblem('The file is larger than 1 MB.')
      return
    }
    try {
      const { text: taken, encoding, doubtful: lines } = await readTextFile(file, chosen)
      if (!isLatest()) return
      setDoubtful(lines.length > 0 ? { file, encoding, lines } : null)
      onChange(taken, true)
    } catch (error) {
      if (isLatest()) onProblem(failureMessage(error))
    }
  }

  return (
    <form
      id={form}
      className="mb-6 flex max-w-4xl flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <FormRow
        label="Numbers"
        hint="In any usual format, with or without names and labels."
        error={tooMany ? `At most ${formatFigure(most)} at a time.` : undefined}
      >
        <Textarea
          rows={6}
          className="numeric"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            begin()
            setDoubtful(null)
            onChange(event.target.value, false)
          }}
        />
      </FormRow>
      {doubtful ? (
        <CallingEncodingField
          encoding={doubtful.encoding}
          lines={doubtful.lines}
          onChange={(encoding) => void take(doubtful.file, encoding)}
        />
      ) : null}
      <RejectedLines bad={bad} remarks={remarks} />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Button type="submit" variant="primary" loading={working} disabled={numbers.length === 0 || tooMany}>
          {verb} {numbers.length === 0 ? 'numbers' : count}
        </Button>
        <FormRow label="Or from a file" className="max-w-72 min-w-0">
          <Input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => void take(event.target.files?.[0])}
          />
        </FormRow>
        {repeated > 0 ? (
          <p className="pb-2 text-sm text-text-muted">
            {repeated === 1 ? 'One number was' : `${repeated} numbers were`} repeated and counted once.
          </p>
        ) : null}
      </div>
    </form>
  )
}
