import { Card } from '@/components/ui/card'
import { PageHeader } from '@/components/ui/page-header'
import { useUser } from '@/hooks/use-user'
import { FactorList } from './factor-list'
import { SessionList } from './session-list'

/** How the signed-in person signs in, and where they are signed in. */
export function AccountPage() {
  const user = useUser()
  return (
    <>
      <PageHeader title="Second factor and sessions" description={user?.email} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Second factor">
          <FactorList />
        </Card>
        <Card title="Where you are signed in" flush>
          <SessionList member={null} />
        </Card>
      </div>
    </>
  )
}
