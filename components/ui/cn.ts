/** Joins class names, leaving out what is false, null or empty. It does not resolve conflicts between utilities. */
export function cn(...classes: (string | false | null | undefined)[]): string {
  return classes.filter(Boolean).join(' ')
}
