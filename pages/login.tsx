import { AuthPage } from '@/components/auth/auth-page'
import { LoginForm } from '@/components/auth/login-form'

export default function LoginPage() {
  return (
    <AuthPage title="Sign in">
      <LoginForm />
    </AuthPage>
  )
}

/** Rendered when it is asked for, so that its header can name its inline scripts (pages/_document.tsx). */
LoginPage.getInitialProps = () => ({})
