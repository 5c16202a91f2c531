import { Alert } from '@/components/ui/alert'
import { FormRow } from '@/components/ui/form-row'
import { Select } from '@/components/ui/select'
import { type Encoding, ENCODINGS } from '@/lib/text-file'

const OPTIONS = Object.entries(ENCODINGS).map(([value, label]) => ({ value, label }))

export type CallingEncodingFieldProps = {
  encoding: Encoding
  /** Lines that differ between encodings; the field is shown if there are any. */
  lines: readonly string[]
  disabled?: boolean
  onChange: (encoding: Encoding) => void
}

/** Asks for the encoding of a file if it had to be guessed, with a preview. */
export function CallingEncodingField({ encoding, lines, disabled, onChange }: CallingEncodingFieldProps) {
  return (
    <Alert tone="warning" role="status" title="Do these lines look right?">
      <p>The file does not say which encoding it uses. If letters look wrong, choose another one.</p>
      <ul aria-label="Lines of the file" className="my-2 flex flex-col gap-0.5">
        {lines.map((line, index) => (
          <li key={index} className="code break-all text-sm">
            {line}
          </li>
        ))}
      </ul>
      <FormRow label="Read the file as" className="max-w-80">
        <Select
          value={encoding}
          options={OPTIONS}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value as Encoding)}
        />
      </FormRow>
    </Alert>
  )
}
