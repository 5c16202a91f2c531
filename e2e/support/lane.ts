import { TEST_APP, testBackend } from '../../scripts/lib/test-app.ts'

/**
 * Where Node asks what the page asked for at `url`: the browser leads the address that is built into the app to the lane's
 * own backend, and Node has no such rule.
 */
export function inThisLane(url: string): string {
  return url.replace(TEST_APP.builtInSupabaseUrl, testBackend().url)
}
