/** A park lot's numbers: its own, and those of its spaces that follow. */
export interface ParkSpaces {
  number: string
  places: number
}

/** The numbers of a lot's first and last space. */
export function spacesOf({ number, places }: ParkSpaces): readonly [first: string, last: string] {
  return [String(Number(number) + 1), String(Number(number) + places)]
}

/** The numbers of all of a lot's spaces. */
export function everySpaceOf({ number, places }: ParkSpaces): string[] {
  return Array.from({ length: places }, (_, at) => String(Number(number) + 1 + at))
}

/** Whether a number is the lot's own, one of its spaces, or neither. */
export function parkSpaceOf({ number, places }: ParkSpaces, digits: string): 'lot' | 'space' | null {
  if (digits === number) return 'lot'
  const behind = /^[1-9][0-9]*$/.test(digits) ? Number(digits) - Number(number) : 0
  return behind > 0 && behind <= places ? 'space' : null
}
