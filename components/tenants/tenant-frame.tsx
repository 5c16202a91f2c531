import { Building2, ChevronDown } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { failureOf } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { SkipLink } from '@/components/ui/skip-link'
import { useMember } from '@/hooks/use-member'
import { useSetupSteps } from '@/hooks/use-setup-steps'
import { TenantContext, useTenant, useTenantFigures } from '@/hooks/use-tenant'
import { may } from '@/lib/session/permissions'
import { TENANTS_PATH } from '@/lib/tenants/paths'
import type { Tenant } from '@/lib/tenants/tenant'
import { isUuid } from '@/lib/validation/uuid'
import { SuspensionNotice } from './suspension-notice'
import { TenantMenu } from './tenant-menu'
import { TenantNavigation, tenantPageLabel } from './tenant-navigation'
import { TenantStatus } from './tenant-status'
import { TenantSuspense } from './tenant-suspense'

const ExpectationNotice = dynamic(() =>
  import('@/components/test-call/expectation-notice').then((module) => module.ExpectationNotice),
)

const PAGE_ID = 'tenant-page'
const BREADCRUMBS = [{ label: 'Tenants', href: TENANTS_PATH }]

/**
 * Common frame of a tenant's pages: company, suspension notice, and navigation. The page loads its own data in parallel, by the id
 * in the address. A malformed or unknown id, and a tenant the user may not see, all show the same message.
 */
export function TenantFrame({ path, children }: { path: string; children: ReactNode }) {
  const id = useAddressedId()
  const query = useTenant(id)
  const { data: tenant } = query
  const awaited = useMemo(() => id && { id, ...Promise.withResolvers<Tenant>() }, [id])
  useEffect(() => {
    if (awaited && tenant) awaited.resolve(tenant)
  }, [awaited, tenant])
  const { permissions } = useMember()

  if (tenant === null || (id !== undefined && !isUuid(id))) return <NoSuchTenant />
  if (query.error && !tenant) {
    return (
      <>
        <PageHeader breadcrumbs={BREADCRUMBS} title="Tenant" />
        {failureOf(query, 'The tenant could not be loaded')}
      </>
    )
  }
  const navigation = id ? (
    <TenantNavigation tenantId={id} current={path} permissions={permissions} check={tenant?.check ?? null} />
  ) : null
  return (
    <TenantContext value={awaited ? (tenant ?? { id: awaited.id, known: awaited.promise }) : null}>
      <PageHeader
        breadcrumbs={BREADCRUMBS}
        above
        title={tenant ? (tenant.company_name ?? tenant.domain) : <NameSkeleton />}
        badge={tenant ? <TenantStatus status={tenant.status} /> : undefined}
        description={
          tenant ? (
            <span className="code">{tenant.tenant_code ?? tenant.domain}</span>
          ) : (
            <Skeleton className="my-1 h-3 w-32" />
          )
        }
        actions={
          tenant ? (
            <TenantMenu
              key={tenant.id}
              tenant={{
                id: tenant.id,
                name: tenant.company_name ?? tenant.domain,
                code: tenant.tenant_code ?? tenant.domain,
                status: tenant.status,
              }}
            />
          ) : undefined
        }
      />
      {tenant?.status === 'suspended' ? <SuspensionNotice key={tenant.id} tenant={tenant} /> : null}
      {/* Outside the navigation: what is sticky stands behind the app's header, and so does everything in it. */}
      <div className="max-lg:hidden">
        <SkipLink to={PAGE_ID}>Skip the tenant’s pages</SkipLink>
      </div>
      <div className="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-6">
        <nav aria-label="Tenant" className="mb-4 lg:sticky lg:top-16 lg:mb-0 lg:self-start">
          <div className="max-lg:hidden">{navigation}</div>
          <div className="lg:hidden">
            <TenantPageMenu key={path} current={tenantPageLabel(path)}>
              {navigation}
            </TenantPageMenu>
          </div>
        </nav>
        <div id={PAGE_ID} tabIndex={-1} className="min-w-0 scroll-mt-16 outline-none">
          {tenant && path !== 'test-call' && may(permissions, 'telephony') ? (
            <ExpectationNotice key={tenant.id} tenantId={tenant.id} />
          ) : null}
          {awaited ? (
            <TenantSuspense key={`page of ${awaited.id}`} fallback={<FrameSkeleton />}>
              {children}
            </TenantSuspense>
          ) : (
            <FrameSkeleton />
          )}
        </div>
      </div>
    </TenantContext>
  )
}

/**
 * Loads the header while the user's role is still loading, and what the overview shows above all else, so that it pushes nothing down
 * later. Renders nothing.
 */
export function PrefetchTenant({ overview }: { overview: boolean }): null {
  const id = useAddressedId()
  useTenant(id)
  useSetupSteps(overview ? id : undefined)
  useTenantFigures(overview ? id : undefined)
  return null
}

function useAddressedId(): string | undefined {
  const { tenantId } = useRouter().query
  return typeof tenantId === 'string' ? tenantId : undefined
}

function NoSuchTenant() {
  return (
    <>
      <PageHeader breadcrumbs={BREADCRUMBS} title="Tenant" />
      <EmptyState
        icon={<Building2 size={18} />}
        title="Tenant not found"
        action={<LinkButton href={TENANTS_PATH}>All tenants</LinkButton>}
      >
        The address may be mistyped, or the tenant has been removed.
      </EmptyState>
    </>
  )
}

function NameSkeleton() {
  return (
    <>
      <span className="sr-only">Tenant</span>
      <Skeleton className="my-1 h-5 w-56" />
    </>
  )
}

function FrameSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}

/** On small screens: a button with the current page's name that expands the tenant's navigation. */
function TenantPageMenu({ current, children }: { current: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        setOpen(false)
        button.current?.focus()
      }}
    >
      <Button
        ref={button}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
        className="w-full justify-between *:w-full *:justify-between"
      >
        <span className="truncate">
          <span className="sr-only">Page: </span>
          {current}
        </span>
        <ChevronDown aria-hidden size={16} className={cn('shrink-0', open && 'rotate-180')} />
      </Button>
      <div
        id={panel}
        hidden={!open}
        className="mt-2 rounded-lg border border-border bg-surface p-2 shadow-card"
      >
        {open ? children : null}
      </div>
    </div>
  )
}
