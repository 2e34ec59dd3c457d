import styles from './Facts.module.css'

/** Short names with their values, one pair a line. */
export const Facts = ({ facts }: { facts: readonly { name: string; value: string }[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ name, value }) => (
      <div key={name} className={styles.fact}>
        <dt className={styles.name}>{name}</dt>
        <dd className={styles.value}>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)
