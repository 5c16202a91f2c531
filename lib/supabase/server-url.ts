import { publicEnv } from '../env'

/**
 * The origin at which this server reaches Supabase, without a trailing slash: SUPABASE_URL when both are on a private network,
 * otherwise the public address that browsers use.
 */
export function serverSupabaseUrl(): string {
  return process.env.SUPABASE_URL?.trim().replace(/\/+$/, '') || publicEnv().supabaseUrl
}
