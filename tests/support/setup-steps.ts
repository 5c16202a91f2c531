import type { setupSteps } from '@/lib/tenants/setup-steps'

/** The setup steps of a new tenant. */
export const NO_STEP_DONE: NonNullable<Awaited<ReturnType<typeof setupSteps>>> = {
  numbers: false,
  emergency: false,
  extensions: false,
  phones: false,
  routing: false,
  call: false,
}
