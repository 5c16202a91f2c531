import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** What a FreeSWITCH asks, about ever other tenants and numbers. */
export const switchQuestions = (domainOf: (n: number) => string, numberOf: (n: number) => string) => ({
  directory: (n: number) => ({
    section: 'directory',
    action: 'sip_auth',
    user: numberOf(n * 7),
    domain: domainOf(n * 13),
  }),
  dialplan: (n: number) => ({
    section: 'dialplan',
    'Caller-Context': domainOf(n * 13),
    'Hunt-Destination-Number': numberOf(n * 11),
    'Unique-ID': `bench-${n}`,
    variable_user_name: numberOf(n * 7),
    variable_domain_name: domainOf(n * 13),
  }),
})

/** Sends requests at a steady rate without waiting, so that a slow response delays no other. Returns their times. */
export async function atRate(
  rate: number,
  seconds: number,
  question: (n: number) => Promise<number>,
): Promise<number[]> {
  const asked: Promise<number>[] = []
  const begun = performance.now()
  for (let n = 0; n < rate * seconds; n++) {
    const early = begun + (n * 1000) / rate - performance.now()
    if (early > 1) await pause(early)
    asked.push(question(n))
  }
  return Promise.all(asked)
}

/**
 * Asks over a connection of its own, as mod_xml_curl does. Milliseconds until the whole response has arrived. Rejects if nothing was found.
 */
export function askAsSwitch(
  origin: string,
  credentials: string,
  fields: Record<string, string>,
): Promise<number> {
  const body = new URLSearchParams(fields).toString()
  const begun = performance.now()
  return new Promise((done, failed) => {
    const asking = request(
      new URL('/api/switch/xml', origin),
      {
        method: 'POST',
        auth: credentials,
        agent: new Agent({ keepAlive: false }),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => {
          if (answer.statusCode === 200 && !text.includes('not found')) done(performance.now() - begun)
          else failed(new Error(`${answer.statusCode} to ${body}: ${text.slice(0, 300)}`))
        })
      },
    )
    asking.on('error', failed)
    asking.end(body)
  })
}
