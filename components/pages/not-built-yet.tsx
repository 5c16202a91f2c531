import { Hammer } from 'lucide-react'
import { useRouter } from 'next/router'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'
import { tenantLayout } from '@/components/tenants/tenant-layout'
import { tenantPageLabel } from '@/components/tenants/tenant-navigation'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import type { TenantPage } from '@/lib/navigation'
import { HOME_PATH, tenantPath } from '@/lib/paths'
import type { Section } from '@/lib/permissions'

type BackLink = { label: string; href: string }

/** Says that a page is not there yet and what it will hold. */
export function NotBuiltYet({ holds, back }: { holds: string; back: BackLink }) {
  return (
    <div className="rounded-lg border border-dashed border-border-control/60">
      <EmptyState
        icon={<Hammer size={18} />}
        title="Not built yet"
        action={<LinkButton href={back.href}>{back.label}</LinkButton>}
      >
        {holds}
      </EmptyState>
    </div>
  )
}

/** A whole page that is not built yet. */
export function notBuiltYetPage({
  title,
  holds,
  section,
  back = { label: 'Go to the dashboard', href: HOME_PATH },
}: {
  title: string
  holds: string
  section: Section
  back?: BackLink
}): Page {
  const Placeholder: Page = () => (
    <>
      <PageHeader title={title} />
      <NotBuiltYet holds={holds} back={back} />
    </>
  )
  Placeholder.getLayout = shellLayout(section)
  return Placeholder
}

/** A tenant's sub-page that is not built yet. */
export function notBuiltYetTenantPage(path: TenantPage['path'], holds: string): Page {
  const Placeholder: Page = () => {
    const { tenantId } = useRouter().query
    return (
      <>
        <h2 className="mb-3 text-xl font-semibold">{tenantPageLabel(path)}</h2>
        <NotBuiltYet
          holds={holds}
          back={{ label: "Go to the tenant's overview", href: tenantPath(String(tenantId)) }}
        />
      </>
    )
  }
  Placeholder.getLayout = tenantLayout(path)
  return Placeholder
}
