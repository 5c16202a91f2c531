/** Minimum length of a password, in characters: for the form, for the embedded backend and, by supabase/config.toml, for GoTrue. */
export const MINIMUM_PASSWORD_LENGTH = 10
