import { cn } from './cn'

/** A text of so many characters, all of them wide ones, has room in every cell. */
const FITS = 12

/** A text that is cut off on wide screens where there is no more `room` (a class); the pointer shows all of it. */
export function LongText({ text, room }: { text: string; room: string }) {
  if (text.length <= FITS) return text
  return (
    <span
      className={cn('long-text', room)}
      onPointerEnter={({ currentTarget: shown }) => {
        shown.title = shown.scrollWidth > shown.clientWidth ? text : ''
      }}
    >
      {text}
    </span>
  )
}
