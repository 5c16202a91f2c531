import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { FailureAlert } from '@/components/ui/failure-alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useLetterAfterCreate, usePortLetter } from '@/hooks/use-port-letter'
import { letterProblem } from '@/lib/numbers/port-letters'
import { megabytes } from '@/lib/recordings/format'
import { PORT_LETTERS } from '@/lib/supabase/constraints'

const KINDS = '.pdf,.png,.jpg,.jpeg'
const TAKEN = `The letter of authorization as PDF, PNG or JPEG, up to ${megabytes(PORT_LETTERS.size_bytes.max)}.`

/** The letter of authorization of a new order, stored right after the order. */
export function NewPortLetterField() {
  const [file, setFile] = useState<File>()
  useLetterAfterCreate(file)
  return (
    <FormRow label="Signed letter" hint={TAKEN} error={file && letterProblem(file)}>
      <Input type="file" accept={KINDS} onChange={(event) => setFile(event.target.files?.[0])} />
    </FormRow>
  )
}

/** The letter of authorization: the current file and a way to replace it. Stored immediately, not with the form. */
export function PortLetterField({ order, mayEdit }: { order: string; mayEdit: boolean }) {
  const { letter, working, failure, store, open } = usePortLetter(order)
  // Resets the field once the chosen file was stored or rejected.
  const [round, setRound] = useState(0)
  return (
    <section aria-label="Signed letter" className="flex flex-col gap-2">
      <FailureAlert text={failure} />
      {letter ? (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="font-medium">Signed letter</span>
          <span className="min-w-0 break-all">{letter.name}</span>
          <Button size="sm" icon={Download} loading={working} onClick={() => void open(letter)}>
            Download<span className="sr-only"> the signed letter</span>
          </Button>
        </p>
      ) : null}
      {mayEdit ? (
        <FormRow
          label={letter ? 'Another signed letter' : 'Signed letter'}
          hint={`${TAKEN} It is stored at once.`}
        >
          <Input
            key={round}
            type="file"
            accept={KINDS}
            disabled={working}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) void store(file).finally(() => setRound((now) => now + 1))
            }}
          />
        </FormRow>
      ) : null}
    </section>
  )
}
