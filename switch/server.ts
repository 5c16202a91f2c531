import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { ApiFailure, requireMethod } from '../lib/api/failure'
import { readText } from '../lib/api/request-body'
import { failureAnswer, type TextAnswer } from '../lib/api/text-answer'
import { deliveredRecords, MAX_RECORD_BYTES } from '../lib/cdr/post-body'
import { credentialsOf, requireAdmitted } from '../lib/switch/admission'
import { MAX_QUESTION_BYTES } from '../lib/switch/request'
import { answerSwitch } from '../lib/switch/serve'
import type { SwitchStore } from '../lib/switch/switch-store'

export interface Served {
  store: SwitchStore
  /** The app's address, from which the switch fetches sounds. */
  site: string
  /** Resolves once a call record is on disk. */
  keepRecord(body: string): Promise<void>
  /** The body of GET /health. */
  health(): Record<string, unknown>
}

/**
 * Serves the requests of the local FreeSWITCH at the same paths as the app, once `serving` has resolved. Bind it to this machine only.
 */
export function agentServer(serving: Promise<Served>): Server {
  return createServer((req, res) => {
    serving
      .then((served) => answerOf(req, served))
      .then(
        (answer) => write(res, answer),
        (error: unknown) => write(res, failureAnswer(error)),
      )
  })
}

async function answerOf(req: IncomingMessage, served: Served): Promise<TextAnswer> {
  const path = (req.url ?? '').split('?', 1)[0]
  if (path === '/health' && req.method === 'GET') return json(served.health())
  if (path !== '/api/switch/xml' && path !== '/api/cdr') throw new ApiFailure(404, 'Not found.')
  requireMethod(req, 'POST')
  if (path === '/api/cdr') return recordOf(req, served)
  return answerSwitch(
    {
      authorization: req.headers.authorization,
      address: req.socket.remoteAddress ?? '',
      site: served.site,
      body: await readText(req, MAX_QUESTION_BYTES),
    },
    served.store,
  )
}

async function recordOf(req: IncomingMessage, { store, keepRecord }: Served): Promise<TextAnswer> {
  const credentials = credentialsOf(req.headers.authorization)
  requireAdmitted(credentials && (await store.admit('', credentials.name, credentials.digest)))
  const body = await readText(req, MAX_RECORD_BYTES)
  // Reject it now: once stored, a body with too many records for the app could never be delivered.
  deliveredRecords(body)
  await keepRecord(body)
  return json({ kept: true })
}

function write(res: ServerResponse, { status, contentType, headers, body }: TextAnswer): void {
  res.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  })
  res.end(body)
}

const json = (value: unknown): TextAnswer => ({
  status: 200,
  contentType: 'application/json',
  headers: {},
  body: `${JSON.stringify(value)}\n`,
})
