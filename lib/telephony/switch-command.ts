import { Refusal } from '../errors'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

const ANSWER_MS = 10_000
const ASK_MS = 400

/**
 * Resolves when a switch has executed a command, by its id. Throws Refusal with the reason if it failed, or did not respond within
 * the given milliseconds.
 */
export async function commandDone(supabase: Supabase, id: string, answerMs = ANSWER_MS): Promise<void> {
  const until = performance.now() + answerMs
  while (performance.now() < until) {
    await new Promise((done) => setTimeout(done, ASK_MS))
    const [asked] = dataOf(await supabase.from('switch_commands').select('done_at, problem').eq('id', id))
    if (asked?.problem) throw new Refusal(asked.problem, 409, 'invalid')
    if (asked?.done_at) return
  }
  throw new Refusal('The switch has not answered. Is its agent running?', 409, 'invalid')
}
