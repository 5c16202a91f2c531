import { cn } from './cn'

/** A text that is cut off on wide screens where there is no more `room` (a class); the pointer shows all of it. */
export function LongText({ text, room }: { text: string; room: string }) {
  return (
    <span
      className={cn('inline-block min-w-0 break-words align-bottom sm:truncate', room)}
      onPointerEnter={({ currentTarget: shown }) => {
        shown.title = shown.scrollWidth > shown.clientWidth ? text : ''
      }}
    >
      {text}
    </span>
  )
}
