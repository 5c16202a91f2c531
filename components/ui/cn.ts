/** Joins class names, skipping falsy ones. Does not resolve conflicts between utilities. */
export function cn(...classes: (string | false | null | undefined)[]): string {
  return classes.filter(Boolean).join(' ')
}
