import type { ComponentType } from 'react'
import type { Page } from '@/components/shell/page'
import { shellLayout } from '@/components/shell/shell-layout'
import { pageOf, type PageOptions } from '@/components/shell/shell-page'
import { type TenantPage, tenantPageSection } from '@/lib/navigation'
import { PrefetchTenant, TenantFrame } from './tenant-frame'

/** A page of a tenant: the shell, the access check of its section, and the tenant's header and navigation. */
export function tenantPage(
  path: TenantPage['path'] | '',
  Content: ComponentType,
  options?: Pick<PageOptions, 'browserOnly'>,
): Page {
  const overview = path === ''
  const section = overview ? 'tenants' : tenantPageSection(path)
  const layout = shellLayout(section, 'view', <PrefetchTenant overview={overview} />)
  return pageOf(
    Content,
    (page, start) => layout(<TenantFrame path={path}>{page}</TenantFrame>, start),
    options,
  )
}
