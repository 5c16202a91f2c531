/** In place of a fact that no source has told. */
export const UNKNOWN = <span className="text-text-muted">Not known</span>

/** A fact, or {@link UNKNOWN} for null. */
export const known = (text: string | null) => text ?? UNKNOWN
