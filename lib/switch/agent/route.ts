import type { SupabaseClient } from '@supabase/supabase-js'
import type { NextApiHandler } from 'next'
import type { z } from 'zod'
import { answerFailure } from '../../api/answer-failure'
import { requireMethod } from '../../api/failure'
import { parse, readJson, requireJson } from '../../api/request-body'
import { requestAddress } from '../../request-address'
import { requireAdminClient } from '../../supabase/admin-client'
import { typed } from '../../supabase/answer'
import type { Database } from '../../supabase/database.types'
import { type Admission, type Admitted, credentialsOf, requireAdmitted } from '../admission'
import type { AgentUpdate, SharedRows } from './protocol'

/** An admitted switch with what is new for its agent. */
export type AdmittedAgent = Admitted &
  Partial<Pick<AgentUpdate, 'commands' | 'voicemail' | 'gateways' | 'renewed'>> & {
    shared?: SharedRows['rows']
  }
export type AgentAdmission = Exclude<Admission, Admitted> | AdmittedAgent

interface AgentCall<Body> {
  admitted: AdmittedAgent
  /** Checks the secret again, and throws as at the beginning. */
  admitAgain(): Promise<AdmittedAgent>
  /** When the request arrived, by performance.now(). */
  begun: number
  /** Aborted once the agent has gone or been answered. */
  closed: AbortSignal
  body: Body
  supabase: SupabaseClient<Database>
}

interface AgentRules<Body> {
  body: z.ZodType<Body>
  /** Largest body in bytes; 64 KiB by default. */
  maxBytes?: number
  /** The function that checks the secret; take_switch_commands also returns pending commands. */
  admits?: 'authenticate_switch' | 'take_switch_commands'
}

/**
 * A route for a switch's agent: POST with JSON, authenticated with HTTP Basic by the switch's name and secret instead of a session.
 * Every request is checked in the database, so a revoked secret takes effect immediately. Answers 405, 415, 503 without a service
 * key, 401, 429 while the address is throttled after wrong secrets, 413, 400, in this order.
 */
export function agentRoute<Body>(
  { body: schema, maxBytes = 64 * 1024, admits = 'authenticate_switch' }: AgentRules<Body>,
  handle: (call: AgentCall<Body>) => Promise<unknown>,
): NextApiHandler {
  return async (req, res) => {
    const begun = performance.now()
    const closing = new AbortController()
    res.once('close', () => closing.abort())
    res.setHeader('Cache-Control', 'private, no-store')
    try {
      requireMethod(req, 'POST')
      requireJson(req)
      const supabase = requireAdminClient('Switches cannot be answered')
      const credentials = credentialsOf(req.headers.authorization)
      const admit = async () => {
        const { data } = credentials
          ? await supabase
              .rpc(admits, {
                address: requestAddress(req),
                switch_name: credentials.name,
                secret_sha256: credentials.digest,
              })
              .throwOnError()
          : { data: null }
        return requireAdmitted(data ? typed<AgentAdmission>(data) : undefined)
      }
      const admitted = await admit()
      const body = parse(schema, await readJson(req, maxBytes))
      res.json(await handle({ admitted, admitAgain: admit, begun, closed: closing.signal, body, supabase }))
    } catch (error) {
      answerFailure(req, res, error)
    }
  }
}
