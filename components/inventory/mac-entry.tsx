import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'

export interface MacEntryProps {
  typed: string
  onType: (typed: string) => void
  /** Handles the input; false if it is not a MAC address, which then stays for correction. */
  onEnter: (value: string) => boolean
  /** What the button says. */
  action: string
}

/**
 * A field for a typed or scanned MAC address, next to the camera. It has focus for hand-held scanners; a phone's keyboard covers
 * the camera only once the field is touched.
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
