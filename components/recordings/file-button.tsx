import { type ReactNode, useRef } from 'react'
import { Button, type ButtonProps } from '@/components/ui/button'

/** A button for choosing WAV or MP3 files. */
export function FileButton({
  multiple = false,
  label,
  onChoose,
  children,
  ...button
}: Pick<ButtonProps, 'variant' | 'size' | 'icon' | 'loading' | 'disabled'> & {
  multiple?: boolean
  /** Label of the file input. */
  label: string
  onChoose: (files: File[]) => void
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".wav,.mp3,audio/wav,audio/mpeg"
        multiple={multiple}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])])
          // Lets the same file be chosen again, for example after a rejection.
          event.target.value = ''
        }}
      />
    </>
  )
}
