import { AuthPage } from '@/components/auth/auth-page'
import { LoginForm } from '@/components/auth/login-form'

export default function LoginPage() {
  return (
    <AuthPage title="Sign in">
      <LoginForm />
    </AuthPage>
  )
}
