/** The agent's settings, from the environment. */
export interface Settings {
  /** The app's origin. */
  SWITCH_APP_URL: string
  SWITCH_NAME: string
  SWITCH_SECRET: string
  SWITCH_PORT: number
  SWITCH_DATA_DIR: string
  SWITCH_EVENTS_PORT: number
  SWITCH_EVENTS_PASSWORD: string
}

type Source = Record<string, string | undefined>

/**
 * Reads the settings by hand: a schema library would take more memory than the rest of the agent. Throws an Error with one line that
 * names the first missing or malformed variable.
 */
export function settingsOf(source: Source): Settings {
  return {
    SWITCH_APP_URL: read(source, 'SWITCH_APP_URL', origin),
    SWITCH_NAME: read(source, 'SWITCH_NAME', switchName),
    SWITCH_SECRET: read(source, 'SWITCH_SECRET', String),
    SWITCH_PORT: read(source, 'SWITCH_PORT', port, '3010'),
    SWITCH_DATA_DIR: read(source, 'SWITCH_DATA_DIR', String, '.switch'),
    SWITCH_EVENTS_PORT: read(source, 'SWITCH_EVENTS_PORT', port, '8021'),
    SWITCH_EVENTS_PASSWORD: read(source, 'SWITCH_EVENTS_PASSWORD', String, 'ClueCon'),
  }
}

function read<Value>(
  source: Source,
  name: keyof Settings,
  valueOf: (text: string) => Value,
  fallback?: string,
): Value {
  const text = source[name]?.trim() ? source[name] : fallback
  if (text === undefined) throw new Error(`${name} is missing. Set it as docs/switch.md describes.`)
  try {
    return valueOf(text)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new Error(`${name} ${problem}. Set it as docs/switch.md describes.`)
  }
}

function origin(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new Error('is not an http(s) URL')
  return new URL(text).origin
}

function switchName(text: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text)) throw new Error('is not the name of a switch')
  return text
}

function port(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > 65_535) throw new Error('is not a TCP port')
  return number
}
