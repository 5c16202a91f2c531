import { pick } from 'es-toolkit/object'
import { z } from 'zod'
import { modelKey } from '../model-key'
import { LICENSES, PLAN_LIMITS, TENANTS } from '../supabase/constraints'
import { firstFreeRange } from '../telephony/extension-range'
import { extensionNumber } from '../telephony/plan-number'
import { codeOfName, tenantCode, tenantDomain } from '../tenants/new-tenant'
import { wholeNumber } from '../validation/whole-number'
import type { PlanStart, WonPlan } from './won-plan'

const whole = (max: number) => wholeNumber({ min: 0, max })

const fields = z
  .object({
    withTenant: z.boolean(),
    code: z.string().trim(),
    domain: z.string().trim().toLowerCase(),
    timeZone: z.string().trim(),
    seats: whole(TENANTS.extension_limit.max),
    first: whole(9_999_999),
    count: whole(PLAN_LIMITS.extensions),
    licenses: z.partialRecord(z.enum(LICENSES.product.choices), whole(LICENSES.purchased.max)),
    stock: z
      .array(z.object({ model: z.string().trim(), quantity: whole(PLAN_LIMITS.phones) }))
      .max(PLAN_LIMITS.models),
    billed: z.array(z.string()),
    startsOn: z.string(),
    withPortOrder: z.boolean(),
  })
  .superRefine(
    ({ withTenant, code, domain, timeZone, seats, first, count, stock, billed, startsOn }, context) => {
      const refuse = (path: string | (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path: [path].flat(), message })
      stock.forEach(({ model }, at) => {
        if (model !== '' && stock.findIndex((line) => modelKey(line.model) === modelKey(model)) < at)
          refuse(['stock', at, 'model'], 'This model has a line already.')
      })
      if (withTenant) {
        for (const issue of tenantCode.safeParse(code).error?.issues ?? []) refuse('code', issue.message)
        for (const issue of tenantDomain.safeParse(domain).error?.issues ?? [])
          refuse('domain', issue.message)
        if (!timeZone) refuse('timeZone', 'Choose a time zone.')
        if (seats < count) refuse('seats', 'Enter at least the number of new extensions.')
      }
      for (const number of count > 0 ? [first, first + count - 1] : []) {
        const [issue] = extensionNumber.safeParse(String(number)).error?.issues ?? []
        if (issue) refuse('first', issue.message)
      }
      if (billed.length > 0 && !startsOn) refuse('startsOn', 'Enter a date.')
    },
  )

export type PlanInput = z.input<typeof fields>
type PlanValues = z.output<typeof fields>

/**
 * The plan's form; sections whose `with…` is off are omitted. What was typed in fields that are not shown does not count: those of
 * extensions and bills without a tenant, and those of products that were sold when a draft was typed.
 */
export const planForm = ({ company, licenses }: Pick<PlanStart, 'company' | 'licenses'>) =>
  z
    .custom<PlanInput>()
    .transform((typed) =>
      company?.tenant_id || typed.withTenant
        ? {
            ...typed,
            licenses: pick(
              typed.licenses,
              licenses.map(({ product }) => product),
            ),
          }
        : { ...typed, seats: 0, first: 0, count: 0, licenses: {}, billed: [] },
    )
    .pipe(fields)

/** Whether the plan can bill what was sold: there is something to bill, in the currency of its prices. */
export const isBilled = ({ subscriptions, currency }: PlanStart): boolean =>
  subscriptions.length > 0 && currency === 'USD'

/** The line items to bill, each once. */
export const idsOf = (lines: PlanStart['subscriptions']): string[] => [...new Set(lines.map(({ id }) => id))]

/**
 * The proposed plan: a seat and an extension for each seat sold that has none yet, numbered where the tenant's are next, as many seats as
 * are billed, and the seats of other products that were sold. Once a plan has run, only what is new: what it left out may be billed
 * otherwise, and what was cancelled does not come back by itself.
 */
export function proposedPlan(start: PlanStart, today: string): PlanInput {
  const missing = (made: readonly string[] = []) => Math.max(0, start.seats_sold - made.length)
  const count = start.added?.seats ?? missing(start.made?.extensions)
  const code = start.company?.code ?? codeOfName(start.company?.name ?? '')
  return {
    withTenant: !start.company?.tenant_id,
    code,
    domain: code && start.domain_suffix ? `${code}.${start.domain_suffix}` : '',
    timeZone: start.company?.time_zone ?? 'America/New_York',
    seats: Math.max(start.seats ?? 0, start.extensions + count, start.seats_billed),
    first: Number(firstFreeRange(start.free ?? [], Math.max(1, count)) ?? 1001),
    count,
    licenses: Object.fromEntries(start.licenses.map(({ product, sold }) => [product, sold])),
    stock: [{ model: '', quantity: missing(start.made?.stock) }],
    billed: isBilled(start) ? idsOf(start.subscriptions.filter((line) => line.new)) : [],
    startsOn: today,
    withPortOrder: true,
  }
}

/** The plan to run; `tenantId` is the id of a tenant it creates. */
export function planOf(values: PlanValues, start: PlanStart, tenantId: string): WonPlan {
  const hasTenant = Boolean(start.company?.tenant_id)
  const { code, domain, timeZone, seats, first, count, licenses, stock } = values
  const served = hasTenant || values.withTenant
  return {
    runs: start.runs,
    version: start.version,
    tenant: served ? { id: tenantId, code, domain, time_zone: timeZone, seats } : null,
    extensions: served && count > 0 ? { first, count } : null,
    licenses: served ? licenses : null,
    stock: stock
      .filter(({ model, quantity }) => model && quantity > 0)
      .map(({ model, quantity }) => ({ model: knownModel(start.stock, model)?.model ?? model, quantity })),
    subscriptions:
      served && isBilled(start) && values.billed.length > 0
        ? { starts_on: values.startsOn, items: values.billed }
        : null,
    port_order: values.withPortOrder,
  }
}

/** The model that is meant, if it is known: "t54w" means the T54W. */
export function knownModel(known: PlanStart['stock'], typed: string): PlanStart['stock'][number] | undefined {
  const name = typed.trim()
  return (
    known.find(({ model }) => model === name) ?? known.find(({ model }) => modelKey(model) === modelKey(name))
  )
}
