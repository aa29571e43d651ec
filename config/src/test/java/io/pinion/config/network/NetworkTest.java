package io.pinion.config.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTest {
    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/16, 10.1.255.3, true",
        "10.1.0.0/16, 10.2.0.1, false",
        "10.1.2.3, 10.1.2.3, true",
        "10.1.2.3, 10.1.2.4, false",
        "10.1.2.128/25, 10.1.2.127, false",
        "0.0.0.0/0, 192.168.1.1, true",
        "0.0.0.0/0, ::1, false",
        "2001:db8::/32, 2001:db8:1::5, true",
        "2001:db8::/32, 2001:db9::5, false",
        "10.1.0.0/16, ::ffff:10.1.2.3, true",
        "::1, 127.0.0.1, false"
    })
    void anAddressIsInItsNetwork(String network, String address, boolean contained) throws Exception {
        assertThat(Network.parse(network).orElseThrow().contains(InetAddress.getByName(address)))
                .isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "10.1",
                "10.1/16",
                "10.1.0.0/33",
                "10.1.0.0/",
                "10.1.0.1/16",
                "10.1.0.0/-1",
                "localhost",
                "example.com/8",
                "2001:db8::/129",
                "300.1.1.1",
                "10.1.0.0/1x"
            })
    void whatIsNoNetworkIsNotTakenForOne(String text) {
        assertThat(Network.parse(text)).isEmpty();
    }

    @Test
    void aListIsReadWholeOrNotAtAll() {
        assertThat(Networks.parse("10.0.0.0/8, ::1"))
                .hasValueSatisfying(networks -> assertThat(networks).hasToString("10.0.0.0/8, ::1"));
        assertThat(Networks.parse("10.0.0.0/8, nowhere")).isEmpty();
        assertThat(Networks.parse("")).contains(Networks.NONE);
    }
}
