import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Text-to-speech, from any provider. */
export interface Voice {
  /** Synthesizes text in a language given by its tag, such as `en-US`. Returns WAV. */
  speak(text: string, language: string): Promise<Buffer>
}

/** Providers in order of preference; each returns undefined if it is unavailable. */
const PROVIDERS: readonly (() => Promise<Voice | undefined>)[] = [espeak]

/** The server's voice; undefined if there is none. */
export async function serverVoice(): Promise<Voice | undefined> {
  for (const provider of PROVIDERS) {
    const voice = await provider()
    if (voice) return voice
  }
  return undefined
}

const run = promisify(execFile)
const LONGEST_MS = 60_000
const WORDS_A_MINUTE = '150'
/** eSpeak voices by language tag (man espeak-ng, `--voices`); otherwise the language itself. */
const VOICES: Readonly<Record<string, string>> = { 'en-US': 'en-us', 'es-US': 'es-419', 'fr-CA': 'fr' }

/** eSpeak NG, or its predecessor, if installed; it needs no network. */
async function espeak(): Promise<Voice | undefined> {
  for (const program of ['espeak-ng', 'espeak']) {
    const isThere = await run(program, ['--version']).then(
      () => true,
      () => false,
    )
    if (isThere) return { speak: (text, language) => spokenBy(program, text, language) }
  }
  return undefined
}

/**
 * The text without what eSpeak takes for more than words: phonemes between double brackets, which overflow its buffer if they are
 * long, and control characters, with which commands begin.
 */
const onlyWords = (text: string) => text.replace(/\[(?=\[)/g, '[ ').replace(/(?![\t\n])\p{Cc}/gu, ' ')

async function spokenBy(program: string, text: string, language: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'speech-'))
  try {
    const [words, sound] = [join(folder, 'text'), join(folder, 'sound.wav')]
    await writeFile(words, onlyWords(text))
    const voice = VOICES[language] ?? language.split('-')[0] ?? 'en'
    await run(program, ['-v', voice, '-s', WORDS_A_MINUTE, '-f', words, '-w', sound], { timeout: LONGEST_MS })
    return await readFile(sound)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
