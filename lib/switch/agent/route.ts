import type { SupabaseClient } from '@supabase/supabase-js'
import type { NextApiHandler } from 'next'
import type { z } from 'zod'
import { answerFailure } from '../../api/answer-failure'
import { requireMethod } from '../../api/failure'
import { parse, readJson, requireJson } from '../../api/request-body'
import { requestAddress } from '../../server/request-address'
import { requireAdminClient } from '../../supabase/admin-client'
import { typed } from '../../supabase/answer'
import type { Database } from '../../supabase/database.types'
import { type Admission, type Admitted, credentialsOf, requireAdmitted } from '../admission'
import type { AgentUpdate, SharedRows } from './agent-update'

/** An admitted switch with what is new for its agent. */
export type AdmittedAgent = Admitted &
  Partial<Pick<AgentUpdate, 'commands' | 'voicemail' | 'gateways' | 'renewed' | 'phones_lost_at'>> & {
    shared?: SharedRows['rows']
  }
export type AgentAdmission = Exclude<Admission, Admitted> | AdmittedAgent

interface AgentCall<Body> {
  /** Without versions. */
  admitted: Admitted
  /**
   * Checks the secret again, throws as at the beginning, and takes pending commands. With the versions of all tenants that the switch
   * serves, or of those that may have changed since `since`, the `at` of an earlier answer.
   */
  takeNews(since?: number): Promise<AdmittedAgent>
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
}

/**
 * A route for a switch's agent: POST with JSON, authenticated with HTTP Basic by the switch's name and secret instead of a session.
 * Every request is checked in the database, so a revoked secret takes effect immediately. Answers 405, 415, 503 without a service
 * key, 401, 429 while the address is throttled after wrong secrets, 413, 400, in this order.
 */
export function agentRoute<Body>(
  { body: schema, maxBytes = 64 * 1024 }: AgentRules<Body>,
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
      if (!credentials) return requireAdmitted(undefined)
      const asks = {
        address: requestAddress(req),
        switch_name: credentials.name,
        secret_sha256: credentials.digest,
      }
      const { data } = await supabase
        .rpc('authenticate_switch', { ...asks, with_versions: false })
        .throwOnError()
      const admitted = requireAdmitted(typed<Admission>(data))
      const takeNews = async (since?: number) => {
        const { data: news } = await supabase.rpc('take_switch_commands', { ...asks, since }).throwOnError()
        return requireAdmitted(typed<AgentAdmission>(news))
      }
      const body = parse(schema, await readJson(req, maxBytes))
      res.json(await handle({ admitted, takeNews, begun, closed: closing.signal, body, supabase }))
    } catch (error) {
      answerFailure(req, res, error)
    }
  }
}

/** The snapshot version of one tenant, in the form of an admission's; empty if the switch does not serve it. */
export async function versionOf(
  supabase: SupabaseClient<Database>,
  { switch: { id } }: Pick<Admitted, 'switch'>,
  tenant: string,
): Promise<Admitted['versions']> {
  const { data } = await supabase.rpc('served_version', { switch: id, tenant }).throwOnError()
  // The generated type has no null.
  return (data as number | null) === null ? {} : { [tenant]: data }
}
