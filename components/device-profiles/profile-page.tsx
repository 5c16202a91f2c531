import dynamic from 'next/dynamic'
import { ResourcePage } from '@/components/records/resource-page'
import { latePart } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { prefetchRecords } from '@/hooks/use-record-query'
import { deviceProfile } from '@/lib/resources/device-profile'
import type { Tables } from '@/lib/supabase/database.types'

const ProfileEditor = dynamic(() => import('./profile-editor').then((module) => module.ProfileEditor), {
  loading: latePart(<Skeleton className="h-96 w-full" />),
})

const cells = {
  vendor: ({ vendor, model }: Tables<'device_profiles'>) => `${vendor} ${model}`.trim(),
}

export function ProfilePage() {
  return (
    <ResourcePage
      resource={deviceProfile}
      cells={cells}
      editor={ProfileEditor}
      editorSize="xl"
      emptyText="A profile gives many phones the same keys and settings."
    />
  )
}
ProfilePage.ahead = prefetchRecords(deviceProfile)
