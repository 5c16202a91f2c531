import type { SyntheticEvent } from 'react'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'

export interface MacEntryProps {
  /** What is typed so far. */
  typed: string
  onType: (typed: string) => void
  /** Takes what was entered; false when it is no MAC address, which then stays for correction. */
  onEnter: (value: string) => boolean
  /** What the button says. */
  action: string
}

/** Where a MAC address is typed, or entered by a hand-held scanner, beside the camera. */
export function MacEntry({ typed, onType, onEnter, action }: MacEntryProps) {
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (onEnter(typed)) onType('')
  }

  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <FormRow label="MAC address" className="flex-1">
        <Input
          value={typed}
          className="code"
          maxLength={32}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="Scan or type"
          onChange={(event) => onType(event.target.value)}
        />
      </FormRow>
      <Button type="submit">{action}</Button>
    </form>
  )
}
