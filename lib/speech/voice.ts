import { espeak } from './espeak'

/** Speaks text; what it is made by is a matter of the provider. */
export interface Voice {
  /** In a language by its tag, such as `en-US`. Answers WAV. */
  speak(text: string, language: string): Promise<Buffer>
}

/** In the order in which they are asked; each answers undefined where it is not there. */
const PROVIDERS: readonly (() => Promise<Voice | undefined>)[] = [espeak]

/** The voice of this server; undefined where there is none. */
export async function serverVoice(): Promise<Voice | undefined> {
  for (const provider of PROVIDERS) {
    const voice = await provider()
    if (voice) return voice
  }
  return undefined
}
