package io.pinion.config.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Secrets.SecretMissing;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ManagedAccountsTest {
    private static final Account DATA = new Account(Account.DATA, "pinion_data", "env:DATA");
    private static final GrantSet LEGACY = new GrantSet(Set.of("legacy"), false);

    @Test
    void everySetOfRightsHasAnAccountOfItsOwn() {
        Account account = ManagedAccounts.of(LEGACY, "main", DATA);
        assertThat(account.name()).isEqualTo("rights:legacy");
        assertThat(account.user()).matches("pinion_data_[0-9a-f]{12}");
        assertThat(account.grants()).contains(LEGACY);
        assertThat(ManagedAccounts.isMade(account.user(), DATA)).isTrue();
        Account readOnly = ManagedAccounts.of(new GrantSet(Set.of("legacy"), true), "main", DATA);
        assertThat(readOnly.name()).isEqualTo("rights:legacy:read_only");
        assertThat(readOnly.user()).isNotEqualTo(account.user());
        assertThat(ManagedAccounts.of(LEGACY, "other", DATA).user()).isNotEqualTo(account.user());
    }

    /** A database may have any name, and a set of rights that is taken for another would have its account. */
    @Test
    void noTwoSetsOfRightsShareAnAccount() {
        List<GrantSet> sets = List.of(
                new GrantSet(Set.of("a", "b"), false),
                new GrantSet(Set.of("a,b"), false),
                new GrantSet(Set.of("a, b"), false),
                new GrantSet(Set.of("a\\", "b"), false),
                new GrantSet(Set.of("a\\,b"), false),
                new GrantSet(Set.of("a"), true),
                new GrantSet(Set.of("a:read_only"), false),
                new GrantSet(Set.of("a; read only"), false),
                new GrantSet(Set.of(), false),
                new GrantSet(Set.of("no keyspace"), false));

        assertThat(sets.stream()
                        .map(set -> ManagedAccounts.of(set, "main", DATA).name()))
                .doesNotHaveDuplicates();
        assertThat(sets.stream()
                        .map(set -> ManagedAccounts.of(set, "main", DATA).user()))
                .doesNotHaveDuplicates();
    }

    @Test
    void namesHaveRoomOnServersAndInLists() {
        Set<String> many = IntStream.range(0, 50)
                .mapToObj(number -> "keyspace" + number)
                .collect(java.util.stream.Collectors.toSet());
        Account account = ManagedAccounts.of(
                new GrantSet(many, false), "main", new Account("data", "an_account_with_a_very_long_name", "env:DATA"));
        assertThat(account.name().length()).isLessThan(60);
        assertThat(account.user()).hasSizeLessThanOrEqualTo(32);
    }

    @Test
    void accountsOfPeopleAreNotTakenForPinions() {
        assertThat(ManagedAccounts.isMade("pinion_data_backup", DATA)).isFalse();
        assertThat(ManagedAccounts.isMade("pinion_data", DATA)).isFalse();
        assertThat(ManagedAccounts.isMade("pinion_data_0123456789ab_x", DATA)).isFalse();
    }

    @Test
    void passwordsFollowFromThatOfDataAndDiffer() throws SecretMissing {
        Secrets secrets = new Secrets(Map.of("DATA", "secret")::get);
        String legacy = secrets.resolve(ManagedAccounts.of(LEGACY, "main", DATA).secret());
        String all = secrets.resolve(ManagedAccounts.of(new GrantSet(Set.of("*"), true), "main", DATA)
                .secret());
        assertThat(legacy).isNotEqualTo(all).startsWith("Pn1-").hasSize(47).doesNotContain("secret");
        assertThat(secrets.resolve(ManagedAccounts.of(LEGACY, "main", DATA).secret()))
                .isEqualTo(legacy);
        Secrets rotated = new Secrets(Map.of("DATA", "rotated")::get);
        assertThat(rotated.resolve(ManagedAccounts.of(LEGACY, "main", DATA).secret()))
                .isNotEqualTo(legacy);
    }
}
