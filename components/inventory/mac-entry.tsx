import { type RefObject, type SyntheticEvent, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { beep } from '@/lib/scan/beep'
import { MAC_WANTED } from '@/lib/validation/mac'

export interface MacEntryProps {
  typed: string
  onType: (typed: string) => void
  /** Handles the input; false if it is not a MAC address, which then stays for correction, until the next scan replaces it. */
  onEnter: (value: string) => boolean
  action: string
  field: RefObject<HTMLInputElement | null>
}

/**
 * A field for a typed or scanned MAC address, next to the camera. It has focus for hand-held scanners; a phone's keyboard covers
 * the camera only once the field is touched.
 */
export function MacEntry({ typed, onType, onEnter, action, field }: MacEntryProps) {
  const [touched, setTouched] = useState(false)
  const [refused, setRefused] = useState(false)
  useEffect(() => field.current?.focus(), [field])
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const taken = onEnter(typed)
    setRefused(!taken)
    if (taken) return onType('')
    beep('bad')
    field.current?.select()
  }

  return (
    <form onSubmit={submit} noValidate className="flex items-start gap-2">
      <FormRow label="MAC address" error={refused ? MAC_WANTED : undefined} className="flex-1">
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
          onChange={(event) => {
            setRefused(false)
            onType(event.target.value)
          }}
        />
      </FormRow>
      {/* Beside the field, whose label is above and whose error is below. */}
      <Button type="submit" className="mt-[1.625rem]">
        {action}
      </Button>
    </form>
  )
}
