import { publicEnv } from '../env'

/**
 * The origin at which this server reaches Supabase, without a trailing slash: SUPABASE_URL where the two share a
 * private network, else the public address that browsers use too.
 */
export function serverSupabaseUrl(): string {
  return process.env.SUPABASE_URL?.trim().replace(/\/+$/, '') || publicEnv().supabaseUrl
}
