import { KeyboardCode, type KeyboardCoordinateGetter } from '@dnd-kit/core'

/** Where a card that was picked up goes with an arrow key: to the next column that way. */
export const columnSteps: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const direction = event.code === KeyboardCode.Right ? 1 : event.code === KeyboardCode.Left ? -1 : 0
  const card = context.collisionRect
  if (direction === 0 || !card) return
  event.preventDefault()
  const middle = card.left + card.width / 2
  const lefts = [...context.droppableRects.values()]
    .filter(({ left, width }) => (left + width / 2 - middle) * direction > card.width / 2)
    .map(({ left }) => left)
    .sort((one, other) => (one - other) * direction)
  const [next] = lefts
  return next === undefined ? undefined : { ...currentCoordinates, x: next }
}
