import { METRICS_TOKEN } from '../../scripts/lib/test-app.ts'
import { APP_URL } from './api-session.ts'

/** The app's figure of that name and labels, such as `process_resident_memory_bytes`; 0 if there is none. */
export async function figure(name: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(new URL('/api/metrics', APP_URL), { headers })).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}
