import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'

export interface MacEntryProps {
  typed: string
  onType: (typed: string) => void
  /** Takes what was entered; false when it is no MAC address, which then stays for correction. */
  onEnter: (value: string) => boolean
  /** What the button says. */
  action: string
}

/**
 * Where a MAC address is typed, or entered by a hand-held scanner, beside the camera. It has the focus for the scanner; the
 * keyboard of a phone comes up over the camera only when the field is touched.
 */
export function MacEntry({ typed, onType, onEnter, action }: MacEntryProps) {
  const [touched, setTouched] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (onEnter(typed)) onType('')
  }

  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <FormRow label="MAC address" className="flex-1">
        <Input
          ref={field}
          value={typed}
          className="code"
          maxLength={32}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="Scan or type"
          inputMode={touched ? 'text' : 'none'}
          onPointerDown={() => setTouched(true)}
          onChange={(event) => onType(event.target.value)}
        />
      </FormRow>
      <Button type="submit">{action}</Button>
    </form>
  )
}
