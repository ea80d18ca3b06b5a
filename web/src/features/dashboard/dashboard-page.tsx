export function DashboardPage() {
  return <p>Dashboard</p>;
}
